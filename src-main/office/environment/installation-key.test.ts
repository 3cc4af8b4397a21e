import { expect, it, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { InstallationKey } from './installation-key.ts'

function installationWith(mark: 'v10' | 'v11') {
  const safeStorage = { ...createTestStore(), mark }
  const folder = createTestFolder()
  return { safeStorage, folder, keys: new InstallationKey(folder, { safeStorage, platform: 'linux' }) }
}

it('ask the keyring once for a whole session', async () => {
  const { safeStorage, folder, keys: made } = installationWith('v11')
  const first = await made.open()
  const calls = vi.spyOn(safeStorage, 'decryptStringAsync')
  const keys = new InstallationKey(folder, { safeStorage, platform: 'linux' })
  for (let times = 0; times < 5; times += 1) expect(await keys.open()).toEqual(first)
  expect(calls).toHaveBeenCalledTimes(1)
})

it('know what there is from then on', async () => {
  const { keys } = installationWith('v11')
  await keys.open()
  await keys.remember('live')
  await keys.remember('officers')
  expect((await keys.orNull())?.had).toEqual(['live', 'officers'])
})

it('are sealed as soon as there is a keyring', async () => {
  const { safeStorage, keys } = installationWith('v10')
  expect((await keys.orNull())?.protection).toBe('none')
  safeStorage.mark = 'v11'
  expect((await keys.orNull())?.protection).toBe('os')
})
