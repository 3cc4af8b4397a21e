import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { obeyingModes } from '#testing/app/real-trouble.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'

let program = ''
beforeAll(async () => {
  const built = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  program = await bundleProcess('proofs/disk/read-only-process.ts', built)
  return () => rmSync(built, { recursive: true })
})

let folder: string
beforeEach(() => {
  folder = createTestFolder()
})

function attempt(): unknown {
  const [command, ...args] = obeyingModes([process.execPath, program, folder])
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return stdout === '' ? stderr : JSON.parse(stdout)
}
const allWell = { outbox: 'ready', accept: 'ok', settings: 'ok', key: 'ok', dataKey: 'ok' }
const outbox = (): string => join(folder, 'sandbox', 'outbox.sqlite')

it('is reported from the first start on, for every action, and everything works once it is writable', () => {
  for (const inside of ['sandbox', 'keys']) mkdirSync(join(folder, inside))
  for (const inside of ['sandbox', 'keys', '']) chmodSync(join(folder, inside), 0o555)
  const all = {
    outbox: 'read-only',
    accept: 'none',
    settings: 'read-only',
    key: 'read-only',
    dataKey: 'read-only',
  }
  expect(attempt()).toEqual(all)
  for (const inside of ['', 'sandbox', 'keys']) chmodSync(join(folder, inside), 0o755)
  expect(attempt()).toEqual(allWell)
})

it.each([
  { what: 'the folder of the outbox', path: () => join(folder, 'sandbox'), mode: 0o555, back: 0o755 },
  { what: 'the outbox file', path: outbox, mode: 0o444, back: 0o644 },
])('is named when it is $what, and all is well once it may', ({ path, mode, back }) => {
  expect(attempt()).toEqual(allWell)
  chmodSync(path(), mode)
  expect(attempt()).toEqual({ ...allWell, outbox: 'read-only', accept: 'none' })
  chmodSync(path(), back)
  expect(attempt()).toEqual(allWell)
})

it('is reported for the settings folder and for the keys folder', () => {
  expect(attempt()).toEqual(allWell)
  chmodSync(folder, 0o555)
  expect(attempt()).toEqual({ ...allWell, settings: 'read-only' })
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'keys'), 0o555)
  expect(attempt()).toEqual({ ...allWell, key: 'read-only' })
  chmodSync(join(folder, 'keys'), 0o755)
  expect(attempt()).toEqual(allWell)
})
