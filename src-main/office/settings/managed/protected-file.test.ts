import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { isAdministratorsOnly, readProtectedFile } from './managed-config.ts'

const me = process.getuid?.() ?? 0
const text = '{"lockAfterMinutes":5}'

function policyFile(content: string = text): string {
  const file = join(createTestFolder(), 'policy.json')
  writeFileSync(file, content, { mode: 0o644 })
  return file
}
const read = (file: string, owners: readonly number[] = [me]) =>
  readProtectedFile({ file, owners, checksFolders: false })

describe('a file that is a policy', () => {
  it('is read when only its owner can write to it', async () => {
    expect(await read(policyFile())).toEqual(ok(text))
  })

  it('may be missing', async () => {
    expect(await read(join(createTestFolder(), 'policy.json'))).toEqual(ok(null))
  })

  it('is rejected if everyone can write to it', async () => {
    const file = policyFile()
    chmodSync(file, 0o666)
    expect(await read(file)).toEqual(err('unprotected'))
  })

  it('is rejected if another user owns it', async () => {
    expect(await read(policyFile(), [me + 1])).toEqual(err('unprotected'))
  })

  it('is rejected if a parent folder can be replaced', async () => {
    const folder = join(createTestFolder(), 'above')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    const file = join(folder, 'policy.json')
    writeFileSync(file, text, { mode: 0o644 })
    expect(await readProtectedFile({ file, owners: [me], checksFolders: false })).toEqual(ok(text))
    expect(await readProtectedFile({ file, owners: [0, me], checksFolders: true })).toEqual(
      err('unprotected'),
    )
  })

  it('is rejected if it is a link, a folder or a pipe', async () => {
    const link = join(createTestFolder(), 'policy.json')
    symlinkSync(policyFile(), link)
    expect(await read(link)).toEqual(err('not-a-file'))
    expect(await read(createTestFolder())).toEqual(err('not-a-file'))
    const pipe = join(createTestFolder(), 'policy.json')
    execFileSync('mkfifo', [pipe])
    expect(await read(pipe)).toEqual(err('not-a-file'))
  })

  it('is rejected if it is longer than any policy', async () => {
    expect(await read(policyFile(' '.repeat(65_537)))).toEqual(err('too-long'))
    expect(await read(policyFile(' '.repeat(65_536)))).toEqual(ok(' '.repeat(65_536)))
  })

  it('is missing if its parent is a file', async () => {
    expect(await read(join(policyFile(), 'policy.json'))).toEqual(err('unreadable'))
  })
})

it.each([
  [0, 0, 0o100644, true],
  [0, 1000, 0o100644, true],
  [0, 0, 0o100664, true],
  [0, 1000, 0o100664, false],
  [0, 0, 0o100666, false],
  [1000, 0, 0o100644, false],
])('the mode of a file of user %i and group %i with %o is protected: %s', (uid, gid, mode, expected) => {
  expect(isAdministratorsOnly({ uid, gid, mode }, [0])).toBe(expected)
})
