import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { EngineHarness } from '#testing/engine/engine-harness.ts'
import { createOutboxAnnouncer } from './outbox-announcer.ts'

let harness: EngineHarness
beforeEach(() => {
  vi.useFakeTimers()
  harness = new EngineHarness()
})
afterEach(() => {
  vi.useRealTimers()
  harness.dispose()
})

it('announces changes again when the disk could not be read the first time', async () => {
  const announced: string[] = []
  const asked: string[] = []
  const statuses: EngineStatus[] = []
  const announcer = createOutboxAnnouncer({
    announce: (channel) => void announced.push(channel),
    status: () => ({ ...harness.engine.status(), live: null }),
    summarise(id) {
      asked.push(id)
      if (asked.length === 1) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
      return null
    },
  })
  announcer.announced.subscribe((status) => statuses.push(status))
  const id = harness.accept(claimSubmission())
  announcer.entriesChanged([harness.entry(id)])
  await vi.advanceTimersByTimeAsync(100)
  expect(announced).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual([id, id])
  expect(announced).toEqual(['outbox:changed', 'engine:changed'])
  expect(statuses).toHaveLength(1)
})
