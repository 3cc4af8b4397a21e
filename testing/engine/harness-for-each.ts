import { afterEach, beforeEach } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { EngineHarness } from '#testing/engine/engine-harness.ts'

export let harness: EngineHarness

/** Gives each test of a file a `harness` of its own, whose engine is not started yet, and stops it afterwards. */
export function harnessForEach(): void {
  beforeEach(() => {
    harness = new EngineHarness()
  })
  afterEach(async () => {
    const stopped = harness.engine.stop()
    // What takes too long to end is aborted.
    await harness.clock.advance(10_000)
    await stopped
    harness.dispose()
  })
}

/** Starts the engine, and waits until it does nothing more at once. */
export async function start(): Promise<void> {
  harness.engine.start()
  await harness.clock.settle()
}

/** The outcome of an attempt whose connection broke before its answer. */
export const lost: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
export const minutes = (n: number): number => n * 60_000
