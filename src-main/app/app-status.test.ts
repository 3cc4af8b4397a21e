import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { openServices } from '#testing/app/open-services.ts'

it('is announced in the order in which it was read, however long that took', async () => {
  const announced: unknown[] = []
  const { status } = await openServices({
    announce: (channel, news) => {
      if (channel === 'app:status-changed') announced.push(news)
    },
  })
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
