import { afterEach, beforeEach } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
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

/** Accepts it, then starts. @returns its id */
export async function started(submission: Submission = claimSubmission()): Promise<string> {
  const id = harness.accept(submission)
  await start()
  return id
}

/** Starts with a submission whose answer is lost, whether the insurer takes it or not. @returns its id */
export function unanswered(isTaken: boolean, submission: Submission = claimSubmission()): Promise<string> {
  harness.server.posts.push({ commits: isTaken, sees: lost })
  return started(submission)
}

/** What the next POSTs get; the insurer takes those that are delivered. */
export function answers(...outcomes: readonly AttemptOutcome[]): void {
  harness.server.posts.push(...outcomes.map((sees) => ({ commits: sees.type === 'delivered', sees })))
}

/** What has become of it once this time has passed, and what is due at once is done. */
export async function stateAfter(ms: number, id: string): Promise<string> {
  await harness.clock.advance(ms)
  return harness.state(id)
}

/** The outcome of an attempt whose connection broke before its answer. */
export const lost: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
export const minutes = (n: number): number => n * 60_000

export const now = (): string => harness.clock.now().toISOString()

/** What holds everything now. */
export const holds = (): readonly string[] => harness.engine.status().holds.map(({ type }) => type)
export const states = (ids: readonly string[]): readonly string[] => ids.map((id) => harness.state(id))
export const claimOf = (policyNumber: string): string => harness.accept(claimSubmission({ policyNumber }))

export function hanging(): { promise: Promise<void>; resolve: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  return { promise: promise.then(() => undefined), resolve: () => resolve(undefined) }
}
