import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { makeDiskFolder } from '../e2e/support/disk-folder.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { makeRunFolders, type RunFolders } from './run-folders.ts'

afterEach(() => vi.unstubAllEnvs())

/** The folders of a run that this process is part of. */
function run(place: string): RunFolders {
  const folders = makeRunFolders(place, place)
  onTestFinished(() => folders.remove())
  for (const [name, value] of Object.entries(folders.env)) vi.stubEnv(name, value)
  return folders
}

it('what a test leaves in the temporary folder or on the disk is named, then gone with the run', async () => {
  const place = createTestFolder()
  const folders = run(place)
  const forgotten = createTestFolder()
  mkdirSync(join(forgotten, 'inside'))
  const onDisk = await makeDiskFolder()
  expect(folders.left()).toEqual([forgotten, join(forgotten, 'inside'), onDisk])
  folders.remove()
  expect([forgotten, onDisk].some(existsSync)).toBe(false)
  expect(readdirSync(place)).toEqual([])
})

it('neither what another program leaves on the computer counts, nor what tools keep for their next run', () => {
  const place = createTestFolder()
  const folders = run(place)
  writeFileSync(join(place, 'of-another-program'), '')
  mkdirSync(join(folders.env['TMPDIR'] ?? '', 'node-compile-cache'))
  expect(folders.left()).toEqual([])
})
