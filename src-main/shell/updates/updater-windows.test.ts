import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { bench, benchForEach, file } from '#testing/updates/update-bench.ts'

benchForEach()
beforeEach(() => bench.publish('0.2.0'))

it('is started silently when everything has stopped, and starts the application itself', async () => {
  const updater = await bench.checked()
  await updater.install()
  expect(await updater.lastly(false)).toBe(false)
  await vi.waitFor(() => expect(bench.installed).toBe('0.2.0 --updated /S --force-run\n'))
})

it('that cannot be started leaves the application to relaunch', async () => {
  const updater = await bench.checked()
  await updater.install()
  chmodSync(join(bench.folder, 'updates/pending', file), 0o644)
  expect(await updater.lastly(false)).toBe(true)
  expect(bench.installed).toBeNull()
})
