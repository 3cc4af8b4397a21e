import { expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore } from '#main/keys/testing/store.ts'
import { startOffice } from './office.ts'

/* A script in the page asks in a loop for what is slow or in the way. */

it('a locked application is opened again once, however often a page asks', async () => {
  const dataFolder = createTestFolder()
  const safeStorage = createTestStore()
  const protection = { safeStorage, platform: 'linux' } as const
  await (await startOffice({ dataFolder, protection })).workspace.close()
  safeStorage.available = false
  let starts = 0
  const startAgain = (): void => void (starts += 1)
  let nowMs = 0
  const office = await startOffice({ dataFolder, protection, startAgain, monotonicMs: () => nowMs })
  const retry = async () => await office.handlers['app:storage-retry'](undefined)
  for (let times = 0; times < 3; times += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, retry))
    for (const answer of answers) expect(answer).toMatchObject({ value: { storage: { type: 'locked' } } })
  }
  expect(starts).toBe(1)
  nowMs += 2_000
  await retry()
  expect(starts).toBe(2)
})
