import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { keepAside, readText, removeFile, writeDurably } from './durable-file.ts'

/** Another program holds the file: the first calls are refused. @returns how many calls there were */
function refuse(call: 'rename' | 'readFile' | 'rm', times: number, code = 'EBUSY'): () => number {
  const real: unknown = promises[call]
  if (typeof real !== 'function') throw new Error(call)
  let calls = 0
  const put = (as: unknown): void => {
    Object.assign(promises, { [call]: as })
    syncBuiltinESMExports()
  }
  put((...given: unknown[]): Promise<unknown> => {
    calls += 1
    if (calls <= times) return Promise.reject(Object.assign(new Error(code), { code }))
    return Promise.resolve(Reflect.apply(real, promises, given))
  })
  onTestFinished(() => put(real))
  return () => calls
}

function aFile(): string {
  const file = join(createTestFolder(), 'a.json')
  writeFileSync(file, 'one')
  return file
}

describe('a file that another program holds for a moment', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is replaced all the same (%s)', async (code) => {
    const file = aFile()
    refuse('rename', 2, code)
    expect(await writeDurably(file, 'two')).toEqual({ ok: true, value: null })
    expect(readFileSync(file, 'utf8')).toBe('two')
  })

  it('is read, set aside and removed', async () => {
    const file = aFile()
    refuse('readFile', 2)
    expect(await readText(file)).toEqual({ ok: true, value: 'one' })
    refuse('rename', 2)
    expect(await keepAside(file, 'unreadable')).toEqual({ ok: true, value: 'a.json.unreadable-1' })
    refuse('rm', 2)
    expect(await removeFile(file, { asides: true })).toEqual({ ok: true, value: null })
    expect(readdirSync(join(file, '..'))).toEqual([])
  })
})

it('what stays refused is said, and the file before stays', async () => {
  const file = aFile()
  refuse('rename', Infinity, 'EPERM')
  expect(await writeDurably(file, 'two')).toEqual({ ok: false, error: { type: 'read-only' } })
  expect([readFileSync(file, 'utf8'), readdirSync(join(file, '..'))]).toEqual(['one', ['a.json']])
})

it('nothing is tried again on a full disk', async () => {
  const calls = refuse('rename', Infinity, 'ENOSPC')
  expect(await writeDurably(aFile(), 'two')).toEqual({ ok: false, error: { type: 'disk-full' } })
  expect(calls()).toBe(1)
})
