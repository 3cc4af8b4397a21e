import { expect, it } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { hanging, harness, harnessForEach, now, start, stateAfter } from '#testing/engine/harness-for-each.ts'

harnessForEach()

function watched(): { readonly goOn: () => void; readonly isDrained: () => boolean } {
  const drain = harness.engine.drain()
  const seen = { drained: false }
  void drain.drained.then(() => (seen.drained = true))
  return { goOn: () => drain.goOn(), isDrained: () => seen.drained }
}

it('waits for the open attempt to end, and aborts nothing', async () => {
  const answer = hanging()
  harness.server.hang = answer
  const id = harness.accept(claimSubmission())
  harness.engine.start()
  expect(await stateAfter(0, id)).toBe('sending')
  const { isDrained } = watched()
  await harness.clock.advance(60_000)
  expect(isDrained()).toBe(false)
  answer.resolve()
  await harness.clock.settle()
  expect(isDrained()).toBe(true)
  expect(harness.state(id)).toBe('delivered')
})

it('completes at once when nothing is in flight, and begins no attempt until released', async () => {
  await start()
  const first = watched()
  const second = watched()
  const id = harness.accept(claimSubmission())
  harness.engine.nudge()
  await harness.clock.advance(60_000)
  expect([first.isDrained(), second.isDrained(), harness.state(id)]).toEqual([true, true, 'queued'])
  first.goOn()
  expect(await stateAfter(0, id)).toBe('queued')
  second.goOn()
  expect(await stateAfter(0, id)).toBe('delivered')
})

it('waits for an attempt whose answer is not on the disk yet', async () => {
  const id = harness.accept(claimSubmission())
  const opened = harness.outbox.openAttempt(id, now())
  expect(opened.ok).toBe(true)
  const { isDrained, goOn } = watched()
  await harness.clock.settle()
  expect([harness.engine.isAttemptOpen(), isDrained()]).toEqual([true, false])
  goOn()
})
