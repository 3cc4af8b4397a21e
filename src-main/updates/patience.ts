/** How long an officer has put off an update that is ready. Times are ISO 8601. */
export interface Patience {
  readonly since: string
  readonly putOffs: number
  readonly putOffUntil: string | null
}

const hourMs = 3_600_000
/** Long enough to reach the next working day. */
const putOffMs = 20 * hourMs
const longestMs = 7 * 24 * hourMs
const mostPutOffs = 5

/** An update that has not been put off yet. */
export function patienceFrom(now: Date): Patience {
  return { since: now.toISOString(), putOffs: 0, putOffUntil: null }
}

/** Restored after a start. A clock that was far ahead when it was saved must not block the update forever. */
export function patienceAgain(kept: Patience, now: Date): Patience {
  const isAhead = Date.parse(kept.since) > now.getTime()
  return isAhead ? patienceFrom(now) : kept
}

/** The latest time it can be put off to. */
export function lastMoment({ since }: Patience): string {
  return new Date(Date.parse(since) + longestMs).toISOString()
}

export function mayPutOff(patience: Patience, now: Date): boolean {
  return patience.putOffs < mostPutOffs && now.getTime() < Date.parse(lastMoment(patience))
}

/** Put off until the next day, at the longest until the last moment. The caller has checked {@link mayPutOff}. */
export function putOffOnce(patience: Patience, now: Date): Patience {
  const until = Math.min(now.getTime() + putOffMs, Date.parse(lastMoment(patience)))
  return { ...patience, putOffs: patience.putOffs + 1, putOffUntil: new Date(until).toISOString() }
}

export function isPutOff({ putOffUntil }: Patience, now: Date): boolean {
  return putOffUntil !== null && now.getTime() < Date.parse(putOffUntil)
}

/** When it may be installed without being requested. */
export function byItselfFrom(patience: Patience): string {
  const last = lastMoment(patience)
  if (patience.putOffs < mostPutOffs || patience.putOffUntil === null) return last
  return patience.putOffUntil < last ? patience.putOffUntil : last
}

export function isByItself(patience: Patience, now: Date): boolean {
  return now.getTime() >= Date.parse(byItselfFrom(patience))
}
