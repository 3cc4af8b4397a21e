import { randomUUID } from 'node:crypto'
import fs, { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import {
  flushFolderNow,
  keepAside,
  readText,
  removeFile,
  removeUnfinished,
  writeDurably,
} from './durable-file.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'

function aFile(): string {
  const file = join(createTestFolder(), 'a.json')
  writeFileSync(file, 'one')
  return file
}

const twice = (_path: string, nth: number): boolean => nth <= 2
const always = (): boolean => true

describe('a file that another program holds for a moment', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('is replaced all the same (%s)', async (code) => {
    const file = aFile()
    refuseFiles(promises, 'rename', code, twice)
    expect(await writeDurably(file, 'two')).toEqual({ ok: true, value: null })
    expect(readFileSync(file, 'utf8')).toBe('two')
  })

  it('is read, set aside and removed', async () => {
    const file = aFile()
    for (const call of ['readFile', 'rename', 'rm']) refuseFiles(promises, call, 'EBUSY', twice)
    expect(await readText(file)).toEqual({ ok: true, value: 'one' })
    expect(await keepAside(file, 'unreadable')).toEqual({ ok: true, value: 'a.json.unreadable-1' })
    expect(await removeFile(file, { asides: true })).toEqual({ ok: true, value: null })
    expect(readdirSync(join(file, '..'))).toEqual([])
  })
})

it('what stays refused is said, and the file before stays', async () => {
  const file = aFile()
  refuseFiles(promises, 'rename', 'EPERM', always)
  expect(await writeDurably(file, 'two')).toEqual({ ok: false, error: { type: 'read-only' } })
  expect([readFileSync(file, 'utf8'), readdirSync(join(file, '..'))]).toEqual(['one', ['a.json']])
})

it('nothing is tried again on a full disk', async () => {
  const renamed = refuseFiles(promises, 'rename', 'ENOSPC', always)
  expect(await writeDurably(aFile(), 'two')).toEqual({ ok: false, error: { type: 'disk-full' } })
  expect(renamed.calls).toBe(1)
})

it.skipIf(process.platform === 'win32')('a share that cannot flush a folder has the file', async () => {
  const file = aFile()
  const handle = await promises.open(file)
  const handles = Reflect.getPrototypeOf(handle) ?? {}
  await handle.close()
  // First the file itself, then its folder.
  const flushed = refuseFiles(handles, 'sync', 'EINVAL', (_path, nth) => nth === 2)
  expect(await writeDurably(file, 'two')).toEqual({ ok: true, value: null })
  expect([readFileSync(file, 'utf8'), flushed.calls]).toEqual(['two', 2])
})

it.skipIf(process.platform === 'win32').each([
  ['EINVAL', false],
  ['ENOTSUP', false],
  ['EIO', true],
])('between SQLite’s calls, too: a folder whose flush is refused by %s is lost: %s', (code, isLost) => {
  const flushed = refuseFiles(fs, 'fsyncSync', code, always)
  const flush = (): void => flushFolderNow(aFile())
  if (isLost) expect(flush).toThrow(code)
  else flush()
  expect(flushed.calls).toBe(1)
})

it('what is read back and not as it was written replaces nothing, and is removed', async () => {
  const file = aFile()
  const isGood = (written: string): Promise<boolean> =>
    Promise.resolve(readFileSync(written, 'utf8') === 'two')
  const refused = { ok: false, error: { type: 'storage-unavailable' } }
  expect(await writeDurably(file, 'three', isGood)).toEqual(refused)
  expect([readFileSync(file, 'utf8'), readdirSync(join(file, '..'))]).toEqual(['one', ['a.json']])
  expect(await writeDurably(file, 'two', isGood)).toEqual({ ok: true, value: null })
})

it('what a kill left unfinished is removed, and nothing else', async () => {
  const file = aFile()
  const others = ['.a.json.tmp', `a.json.${randomUUID()}.tmp`, `.a.json.${randomUUID()}`]
  for (const name of [...others, `.a.json.${randomUUID()}.tmp`]) writeFileSync(join(file, '..', name), '')
  await removeUnfinished(join(file, '..'))
  expect(readdirSync(join(file, '..')).sort()).toEqual([...others, 'a.json'].sort())
  await removeUnfinished(join(file, 'nowhere'))
})
