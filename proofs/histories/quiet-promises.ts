import type { EngineStatus, Hold, HoldType } from '#shared/outbox/hold.ts'
import {
  isDecidable,
  isReconcilable,
  isSending,
  isSettled,
  isWaiting,
  mayBeDiscarded,
  mayReturnToDraft,
  needsDecision,
  needsOfficer,
} from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { SimulatedProcess } from '#testing/engine/simulated-process.ts'
import type { Promises, Tracked } from './promises.ts'

const longestIdleMs = 5 * 60_000
/** How long an engine may sleep under a hold that ends by itself, and under none. */
const longestSleepMs: Readonly<Partial<Record<HoldType, number>>> = {
  offline: 60_000,
  intercepted: 60_000,
  'key-refused': 15 * 60_000,
  'rate-limited': 60 * 60_000,
  'disk-full': 15_000,
  'insurer-problem': longestIdleMs,
}
const longestBackoffMs = 15 * 60_000
const longestLookDelayMs = 30 * 60_000

interface Moment {
  readonly process: SimulatedProcess
  readonly promises: Promises
  readonly nowMs: number
  readonly status: EngineStatus
}

/**
 * What must hold whenever the engine sleeps: nothing waits for another policy's entry, and everything has a visible way
 * forward: a next try or reading, a hold that is shown and checked again, or a decision for the officer.
 */
export function checkQuiet(process: SimulatedProcess, promises: Promises, now: Date): void {
  const status = process.engine.status()
  const moment = { process, promises, nowMs: now.getTime(), status }
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
function checkSleep({ process, promises, status: { holds } }: Moment): void {
  const stopping = holds.filter(({ type }) => type !== 'paused')
  const limits = stopping.map(({ type }) => longestSleepMs[type] ?? Infinity)
  const limitMs = limits.length === 0 ? longestIdleMs : Math.max(...limits)
  const sleepMs = process.msUntilTimer ?? Infinity
  if (sleepMs > limitMs + 1) promises.break(`the engine sleeps ${sleepMs} ms under ${namesOf(holds)}`)
}

function checkCounts({ promises, process, status }: Moment): void {
  const live = promises.tracked.filter(({ accepted, state }) => accepted && !isSettled(state))
  if (status.counts.undelivered !== live.length) promises.break('the count of undelivered entries is wrong')
  const asking = promises.tracked.filter(({ accepted, submission: { id, body }, state }) => {
    const candidates = process.outbox.get(id)?.candidates ?? 0
    const duplicates = process.outbox.claimRows.duplicatesOf(id).length
    return accepted && needsDecision(body.kind, state, { candidates, duplicates })
  })
  if (status.counts.needsOfficer !== asking.length) promises.break('the count of questions is wrong')
}

// A queued entry that may be sent has been sent: only its own hold or a visible one of the whole engine stops it.
function checkWaiting(moment: Moment, entry: KeptEntry, tracked: Tracked): void {
  const { promises, process, status, nowMs } = moment
  // A problem of the insurer's holds everything until its planned moment, and then one is sent.
  if (status.holds.some(({ type }) => type !== 'insurer-problem')) return
  const behind = promises.tracked.some(
    (other) =>
      other.queue === tracked.queue &&
      other.accepted &&
      other.submission.id < entry.id &&
      (isWaiting(other.state) || isReconcilable(other.submission.body.kind, other.state)),
  )
  if (behind) return
  const nextTryAt = process.engine.nextTryAt(entry)
  const ownDelayMs = nextTryAt === null ? 0 : Date.parse(nextTryAt) - nowMs
  if (ownDelayMs > 0 && ownDelayMs <= longestBackoffMs) return
  promises.break(`waits for nothing of its own: ${entry.id}, next try ${String(nextTryAt)}`)
}

function checkWayOut({ promises, process, status: { holds }, nowMs }: Moment, entry: KeptEntry): void {
  const { id, body, state, candidates } = entry
  if (isSending(state)) {
    // The engine sleeps, so no attempt is open: only an outcome that a full disk refused may be left.
    if (!holds.some(({ type }) => type === 'disk-full'))
      promises.break(`in sending without an attempt: ${id}`)
    return
  }
  if (isReconcilable(body.kind, state) && candidates === 0) {
    const nextTryAt = process.engine.nextTryAt(entry)
    const inMs = nextTryAt === null ? null : Date.parse(nextTryAt) - nowMs
    const isPlanned = inMs !== null && inMs <= longestLookDelayMs
    const isHeld = holds.some(({ type }) => type !== 'paused' && type !== 'insurer-problem')
    if (!isPlanned && !isHeld) promises.break(`no look is planned for it: ${id}`)
    if ((inMs === null || inMs <= 0) && !isHeld) promises.break(`a look is due, and is not made: ${id}`)
    return
  }
  const offered = isDecidable(state) || mayReturnToDraft(body.kind, state) || mayBeDiscarded(state)
  if (!offered || !needsOfficer(body.kind, state, candidates)) {
    promises.break(`no way out of ${state.name}: ${id}`)
  }
}

function namesOf(holds: readonly Hold[]): string {
  return holds.length === 0 ? 'no hold' : holds.map(({ type }) => type).join(', ')
}
