import type { EngineStatus, Hold, HoldType } from '#shared/outbox/hold.ts'
import {
  isDecidable,
  isReconcilable,
  isSending,
  isSettled,
  isWaiting,
  mayBeDiscarded,
  mayReturnToDraft,
  needsOfficer,
} from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Promises, Tracked } from './promises.ts'
import type { SimulatedInsurer } from './simulated-insurer.ts'

/** How long an engine may sleep under a hold that ends by itself, and under none. */
const longestSleepMs: Readonly<Partial<Record<HoldType, number>>> = {
  offline: 60_000,
  intercepted: 60_000,
  'key-refused': 15 * 60_000,
  'rate-limited': 60 * 60_000,
  'disk-full': 15_000,
}
const longestIdleMs = 5 * 60_000
const longestBackoffMs = 15 * 60_000
const longestReadingDelayMs = 30 * 60_000

interface Moment {
  readonly process: SimulatedProcess
  readonly promises: Promises
  readonly insurer: SimulatedInsurer
  readonly nowMs: number
  readonly status: EngineStatus
  /** Holds that stop the whole engine. */
  readonly wide: readonly Hold[]
}

/**
 * What must hold whenever the engine sleeps: nothing waits for another policy's entry, and everything has a visible way
 * forward: a next try or reading, a hold that is shown and checked again, or a decision for the officer.
 */
export function checkQuiet(
  process: SimulatedProcess,
  promises: Promises,
  insurer: SimulatedInsurer,
  now: Date,
): void {
  const status = process.engine.status()
  const wide = status.holds.filter(({ type }) => type !== 'list-unavailable')
  const moment = { process, promises, insurer, nowMs: now.getTime(), status, wide }
  checkSleep(moment)
  checkCounts(moment)
  for (const tracked of promises.tracked) {
    if (!tracked.accepted || isSettled(tracked.state)) continue
    const entry = process.outbox.get(tracked.submission.id)
    if (entry === null) promises.break(`lost: ${tracked.submission.id}`)
    else if (isWaiting(entry.state)) checkWaiting(moment, entry, tracked)
    else checkWayOut(moment, entry)
  }
}

// An engine that sleeps too long would rely on chance to wake it.
function checkSleep({ process, promises, wide }: Moment): void {
  const stopping = wide.filter(({ type }) => type !== 'paused')
  const limits = stopping.map(({ type }) => longestSleepMs[type] ?? Infinity)
  const limitMs = limits.length === 0 ? longestIdleMs : Math.max(...limits)
  const sleepMs = process.msUntilTimer ?? Infinity
  if (sleepMs > limitMs + 1) promises.break(`the engine sleeps ${sleepMs} ms under ${namesOf(wide)}`)
}

function checkCounts({ promises, status }: Moment): void {
  const live = promises.tracked.filter(({ accepted, state }) => accepted && !isSettled(state))
  if (status.counts.undelivered !== live.length) promises.break('the count of undelivered entries is wrong')
  const asking = live.filter(({ submission, state }) => needsOfficer(submission.body.kind, state))
  if (status.counts.needsOfficer !== asking.length) promises.break('the count of questions is wrong')
}

// A queued entry that may be sent has been sent: only its own hold or a visible one of the whole engine stops it.
function checkWaiting(moment: Moment, entry: KeptEntry, tracked: Tracked): void {
  const { promises, process, status, insurer, wide, nowMs } = moment
  if (wide.length > 0) return
  const behind = promises.tracked.some(
    (other) =>
      other.queue === tracked.queue &&
      other.accepted &&
      other.submission.id < entry.id &&
      (isWaiting(other.state) || isReconcilable(other.submission.body.kind, other.state)),
  )
  if (behind) return
  const { body, state } = entry
  const nextTryAt = process.engine.nextTryAt(entry)
  const ownDelayMs = nextTryAt === null ? 0 : Date.parse(nextTryAt) - nowMs
  const neverLeft = 'reason' in state && state.reason.type === 'not-sent'
  if (neverLeft && ownDelayMs > 0 && ownDelayMs <= longestBackoffMs) return
  const product = body.kind === 'claim' ? body.product : null
  const listHeld = status.holds.some((hold) => hold.type === 'list-unavailable' && hold.product === product)
  if (product !== null && listHeld && insurer.unusable.has(product)) return
  promises.break(`waits for nothing of its own: ${entry.id}, next try ${String(nextTryAt)}`)
}

function checkWayOut({ promises, process, status, wide, nowMs }: Moment, entry: KeptEntry): void {
  const { id, body, state } = entry
  if (isSending(state)) {
    // The engine sleeps, so no attempt is open: only an outcome that a full disk refused may be left.
    if (!wide.some(({ type }) => type === 'disk-full')) promises.break(`in sending without an attempt: ${id}`)
    return
  }
  if (isReconcilable(body.kind, state)) {
    const nextTryAt = process.engine.nextTryAt(entry)
    const inMs = nextTryAt === null ? null : Date.parse(nextTryAt) - nowMs
    const isPlanned = inMs !== null && inMs <= longestReadingDelayMs
    const mustBeRead = inMs === null || inMs <= 0
    const isHeld = wide.some(({ type }) => type !== 'paused')
    const product = body.kind === 'claim' ? body.product : null
    const listHeld = status.holds.some((hold) => hold.type === 'list-unavailable' && hold.product === product)
    if (!isPlanned && !isHeld) promises.break(`nobody will look for it: ${id}`)
    if (mustBeRead && !isHeld && !listHeld) promises.break(`due to be read, and not read: ${id}`)
    return
  }
  const offered = isDecidable(state) || mayReturnToDraft(body.kind, state) || mayBeDiscarded(state)
  if (!offered || !needsOfficer(body.kind, state)) promises.break(`no way out of ${state.name}: ${id}`)
}

function namesOf(holds: readonly Hold[]): string {
  return holds.length === 0 ? 'no hold' : holds.map(({ type }) => type).join(', ')
}
