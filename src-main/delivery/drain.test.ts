import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimSubmission } from '../outbox/testing/made-up.ts'
import { DeskUnderTest } from '#proofs/histories/desk-under-test.ts'

let desk: DeskUnderTest

beforeEach(() => {
  desk = new DeskUnderTest()
})
afterEach(async () => {
  desk.server.hang?.resolve()
  await desk.engine.stop()
  desk.dispose()
})

function watched(): { readonly goOn: () => void; readonly isStill: () => boolean } {
  const drain = desk.engine.drain()
  const seen = { still: false }
  void drain.still.then(() => (seen.still = true))
  return { goOn: () => drain.goOn(), isStill: () => seen.still }
}

describe('draining', () => {
  it('waits for the open attempt to end, and aborts nothing', async () => {
    const answer = Promise.withResolvers<undefined>()
    desk.server.hang = { promise: answer.promise, resolve: () => answer.resolve(undefined) }
    const id = desk.accept(claimSubmission())
    desk.engine.start()
    await desk.clock.settle()
    expect(desk.state(id)).toBe('sending')
    const { isStill } = watched()
    await desk.clock.advance(60_000)
    expect(isStill()).toBe(false)
    answer.resolve(undefined)
    await desk.clock.settle()
    expect(isStill()).toBe(true)
    expect(desk.state(id)).toBe('delivered')
  })

  it('completes at once when nothing is in flight, and begins no attempt until released', async () => {
    desk.engine.start()
    await desk.clock.settle()
    const first = watched()
    const second = watched()
    const id = desk.accept(claimSubmission())
    desk.engine.nudge()
    await desk.clock.advance(60_000)
    expect([first.isStill(), second.isStill(), desk.state(id)]).toEqual([true, true, 'queued'])
    first.goOn()
    await desk.clock.settle()
    expect(desk.state(id)).toBe('queued')
    second.goOn()
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
  })

  it('waits for an attempt whose answer is not on the disk yet', async () => {
    const id = desk.accept(claimSubmission())
    const opened = desk.outbox.openAttempt(id, null, desk.clock.now().toISOString())
    expect(opened.ok).toBe(true)
    const { isStill, goOn } = watched()
    await desk.clock.settle()
    expect([desk.engine.isAttemptOpen(), isStill()]).toEqual([true, false])
    goOn()
  })
})
