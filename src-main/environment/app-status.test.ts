import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { createTestStore } from '../keys/testing/store.ts'
import { createServices } from '../services.ts'
import { quietSurroundings } from '../testing/quiet-surroundings.ts'

it('is announced in the order in which it was read, however long that took', async () => {
  const announced: unknown[] = []
  const { status, workspace } = await createServices({
    ...quietSurroundings,
    dataFolder: createTestFolder(),
    protection: { safeStorage: createTestStore(), platform: 'linux' },
    announce: (channel, news) => {
      if (channel === 'app:status-changed') announced.push(news)
    },
  })
  onTestFinished(() => workspace.close())
  const earlier = await status.now()
  const later: AppStatus = { ...earlier, version: 'later' }
  const slow = Promise.withResolvers<AppStatus>()
  vi.spyOn(status, 'now').mockReturnValueOnce(slow.promise).mockResolvedValueOnce(later)
  announced.length = 0
  const both = Promise.all([status.announce(), status.announce()])
  await nextTurn()
  slow.resolve(earlier)
  await both
  expect(announced).toEqual([earlier, later])
})
