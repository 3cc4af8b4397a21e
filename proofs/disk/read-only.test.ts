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

const noOutbox = { outbox: 'read-only', accept: 'none' }
it.each([
  { what: 'the folder of the outbox', path: 'sandbox', mode: 0o555, back: 0o755, says: noOutbox },
  { what: 'the outbox file', path: 'sandbox/outbox.sqlite', mode: 0o444, back: 0o644, says: noOutbox },
  { what: 'the settings folder', path: '', mode: 0o555, back: 0o755, says: { settings: 'read-only' } },
  { what: 'the keys folder', path: 'keys', mode: 0o555, back: 0o755, says: { key: 'read-only' } },
])('is named when it is $what, and all is well once it may', ({ path, mode, back, says }) => {
  expect(attempt()).toEqual(allWell)
  chmodSync(join(folder, path), mode)
  expect(attempt()).toEqual({ ...allWell, ...says })
  chmodSync(join(folder, path), back)
  expect(attempt()).toEqual(allWell)
})
