import type { Clock } from '../platform/clock.ts'

/** From an attempt with an unknown outcome to its first look, and from each look to the next. */
const delaysMs = [15_000, 45_000, 4 * 60_000, 30 * 60_000] as const
/** Two looks show that nothing changes any more when they were asked for this far apart. */
export const absenceSpanMs = 5 * 60_000
const patientMs = 30 * 60_000

/** What a look that did not show the claim showed instead. */
export type LookEnd = 'nothing' | 'another' | 'unread'

interface Search {
  /** Since when its outcome is unknown in this run: what was asked for before proves nothing. */
  readonly beganMs: number
  /** When the details are looked at next, and how many planned looks there were. */
  dueMs: number
  looks: number
  /** A look beyond the plan: at the start, on reconnect. */
  isExtraDue: boolean
  /** An officer waits for the details, or then for the list. */
  wish: 'details' | 'list' | null
  lookedMs: number | null
  /** The first look in vain. */
  vainSinceMs: number | null
  /** The first look at which the insurer said that there is no claim of the policy. */
  noneSinceMs: number | null
  /** The first complete list without it. */
  absentSinceMs: number | null
  /** From when on the list should be read for it; null while looks at the details are enough. */
  listFromMs: number | null
}

/**
 * When each claim with an unknown outcome is looked for, by the monotonic clock. Kept in memory: a start begins anew.
 * The details of its policy come first, after 15 s, 1 min, 5 min and then every 30 min; the list is read once two looks
 * five minutes apart did not show it, and again five minutes after the first complete list.
 */
export class Searches {
  readonly #clock: Clock
  readonly #all = new Map<string, Search>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Its outcome became unknown. */
  begin(id: string): void {
    this.#all.set(id, this.#started(delaysMs[0]))
  }

  /** A look as soon as there is a connection, beyond the plan. */
  lookOnce(id: string): void {
    this.#of(id).isExtraDue = true
  }

  /** An officer wants to know now: the details, and the list if they do not show it. */
  lookNow(id: string): void {
    this.#of(id).wish = 'details'
  }

  /** An officer ruled a candidate out: a proof of absence may go on. */
  goOn(id: string): void {
    const search = this.#of(id)
    search.isExtraDue = true
    if (search.vainSinceMs !== null) search.listFromMs = this.#clock.monotonicMs()
  }

  forget(id: string): void {
    this.#all.delete(id)
  }

  isLookDue(id: string): boolean {
    const { isExtraDue, wish, dueMs } = this.#of(id)
    return isExtraDue || wish === 'details' || dueMs <= this.#clock.monotonicMs()
  }

  /** A look at the details did not show it, or failed although the API can be reached. */
  lookEnded(id: string, askedAtMs: number, end: LookEnd): void {
    const search = this.#of(id)
    const nowMs = this.#clock.monotonicMs()
    search.lookedMs = nowMs
    search.vainSinceMs ??= askedAtMs
    if (end === 'another') search.noneSinceMs = null
    if (end === 'nothing') search.noneSinceMs ??= askedAtMs
    const isVainForLong = askedAtMs - search.vainSinceMs >= absenceSpanMs
    if (isVainForLong) search.listFromMs ??= nowMs
    if (search.wish === 'details') {
      search.wish = 'list'
      search.listFromMs = nowMs
    }
    search.isExtraDue = false
    if (search.dueMs <= nowMs) this.#planNext(search, nowMs)
    // Whatever was looked at between: five minutes after the first look in vain the second one counts.
    const secondMs = search.vainSinceMs + absenceSpanMs
    if (!isVainForLong && secondMs > nowMs) search.dueMs = Math.min(search.dueMs, secondMs)
  }

  #planNext(search: Search, nowMs: number): void {
    search.looks += 1
    search.dueMs = nowMs + (delaysMs[Math.min(search.looks, delaysMs.length - 1)] ?? patientMs)
  }

  /**
   * Whether two answers that there is no claim of its policy were asked for far enough apart.
   *
   * @param askedAtMs when the last one was asked for (monotonic): a slow answer may show what was there then.
   */
  isNoneForLong(id: string, askedAtMs: number): boolean {
    const { noneSinceMs } = this.#of(id)
    return noneSinceMs !== null && askedAtMs - noneSinceMs >= absenceSpanMs
  }

  /** Whether the list should be read for it; the details have been looked at just before. */
  isListDue(id: string): boolean {
    const { listFromMs, lookedMs, wish } = this.#of(id)
    const nowMs = this.#clock.monotonicMs()
    if (listFromMs === null || listFromMs > nowMs || wish === 'details') return false
    return lookedMs !== null && lookedMs >= listFromMs
  }

  /** Whether an officer waits for the list, whatever it costs. */
  isListWished(id: string): boolean {
    return this.#all.get(id)?.wish === 'list'
  }

  /** Whether an officer still waits for this claim. */
  isAwaited(id: string): boolean {
    return (this.#all.get(id)?.wish ?? null) !== null
  }

  /** Nothing can be asked now: what an officer waits for ends without a result. */
  dropWish(id: string): void {
    const search = this.#all.get(id)
    if (search !== undefined) search.wish = null
  }

  /** Whether a list that was asked for then may prove that it is absent. */
  isOlderThan(id: string, askedAtMs: number): boolean {
    return this.#of(id).beganMs <= askedAtMs
  }

  /** A complete list did not show it. @returns whether that proves that it is absent. */
  noteAbsent(id: string, askedAtMs: number): boolean {
    const search = this.#of(id)
    search.absentSinceMs ??= askedAtMs
    return askedAtMs - search.absentSinceMs >= absenceSpanMs
  }

  /** The list was read for it, without a proof. @param retry false when it was cut off: then its costs say when. */
  listEnded(id: string, isRead: boolean): void {
    const search = this.#of(id)
    search.wish = null
    if (!isRead) return
    const nowMs = this.#clock.monotonicMs()
    const secondMs = (search.absentSinceMs ?? -Infinity) + absenceSpanMs
    search.listFromMs = secondMs > nowMs ? secondMs : nowMs + patientMs
    search.dueMs = Math.min(search.dueMs, search.listFromMs)
  }

  /** Milliseconds from `sinceMs` (monotonic) until it is looked for next. */
  msUntilNext(id: string, sinceMs = this.#clock.monotonicMs()): number {
    const { isExtraDue, wish, dueMs } = this.#of(id)
    return isExtraDue || wish !== null ? 0 : Math.max(0, dueMs - sinceMs)
  }

  #of(id: string): Search {
    const known = this.#all.get(id)
    if (known !== undefined) return known
    const begun = this.#started(0)
    this.#all.set(id, begun)
    return begun
  }

  #started(firstMs: number): Search {
    const beganMs = this.#clock.monotonicMs()
    return {
      beganMs,
      dueMs: beganMs + firstMs,
      looks: 0,
      isExtraDue: false,
      wish: null,
      lookedMs: null,
      vainSinceMs: null,
      noneSinceMs: null,
      absentSinceMs: null,
      listFromMs: null,
    }
  }
}
