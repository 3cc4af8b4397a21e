import type { Clock } from '#main/platform/clock.ts'

/** From an attempt with an unknown outcome to its first look, and from each look to the next. */
const delaysMs = [15_000, 45_000, 4 * 60_000, 30 * 60_000] as const
/** Two looks prove an absence only if they were asked for this far apart: the insurer may still be writing. */
const absenceSpanMs = 5 * 60_000
/** A claim that the insurer has shows this soon after its attempt; nothing asked for earlier proves that it is absent. */
const latestShownMs = 10 * 60_000
const patientMs = 30 * 60_000

/**
 * What a look showed that did not show the claim: that there is none, of an insurer whose details can be believed; that
 * there is none; another claim; or nothing that could be read.
 */
export type LookEnd = 'absent' | 'nothing' | 'another' | 'unread'

interface Search {
  /** Since when its outcome is unknown in this run: what was asked for before proves nothing. */
  readonly beganMs: number
  /** When the details are looked at next, and how many planned looks there were. */
  dueMs: number
  looks: number
  /** A look beyond the plan: at the start, on reconnect. */
  isExtraDue: boolean
  /** What an officer waits for: the details, and after them the list; null where no one waits. */
  wish: 'details' | 'list' | null
  lookedMs: number | null
  /** When the first look that did not show it was asked for. */
  vainSinceMs: number | null
  /** When the first look was asked for that the insurer answered with "no claim of this policy". */
  noneSinceMs: number | null
  /** When the first complete list without it was asked for. */
  absentSinceMs: number | null
  /** From when on the list should be read for it; null while looks at the details are enough. */
  listFromMs: number | null
}

/**
 * When each claim with an unknown outcome is looked for, by the monotonic clock. Kept in memory: a start begins again.
 * The details of its policy come first, after 15 s, 1 min, 5 min and then every 30 min; the list is read once two looks
 * five minutes apart did not show it, and again as soon as a second list would prove that it is absent.
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

  /** An officer decides about it; until then it may still turn up. */
  waitForOfficer(id: string): void {
    if (this.#all.has(id)) return
    this.#all.set(id, { ...this.#started(patientMs), looks: delaysMs.length })
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
    if (end === 'absent' || end === 'nothing') search.noneSinceMs ??= askedAtMs
    const isVainForLong = askedAtMs - search.vainSinceMs >= absenceSpanMs
    // Details that can prove that it is absent spare the list.
    if (isVainForLong && end !== 'absent') search.listFromMs ??= nowMs
    if (search.wish === 'details') {
      search.wish = 'list'
      search.listFromMs = nowMs
    }
    search.isExtraDue = false
    if (search.dueMs <= nowMs) this.#planNext(search, nowMs)
    // Whatever was looked at between: the second look that counts comes as soon as it can count.
    this.#planAt(search, search.vainSinceMs + absenceSpanMs)
    if (end === 'absent' && search.noneSinceMs !== null)
      this.#planAt(search, provesFrom(search, search.noneSinceMs))
  }

  #planAt(search: Search, atMs: number): void {
    if (atMs > this.#clock.monotonicMs()) search.dueMs = Math.min(search.dueMs, atMs)
  }

  #planNext(search: Search, nowMs: number): void {
    search.looks += 1
    search.dueMs = nowMs + (delaysMs[Math.min(search.looks, delaysMs.length - 1)] ?? patientMs)
  }

  /**
   * Whether answers that there is no claim of its policy, the last of them asked for then (monotonic), prove that it is
   * absent.
   */
  isNoneForLong(id: string, askedAtMs: number): boolean {
    const search = this.#of(id)
    return search.noneSinceMs !== null && askedAtMs >= provesFrom(search, search.noneSinceMs)
  }

  /** Whether the list should be read for it; the details have been looked at just before. */
  isListDue(id: string): boolean {
    const { listFromMs, lookedMs, wish } = this.#of(id)
    const nowMs = this.#clock.monotonicMs()
    if (listFromMs === null || listFromMs > nowMs || wish === 'details') return false
    return lookedMs !== null && lookedMs >= listFromMs
  }

  /** Whether it waits for a list, now or later, and no officer waits for a look that is under way. */
  isListPlanned(id: string): boolean {
    const { listFromMs, wish } = this.#of(id)
    return listFromMs !== null && wish === null
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

  /** Whether what was asked for then may prove that it is absent. */
  isOlderThan(id: string, askedAtMs: number): boolean {
    return this.#of(id).beganMs <= askedAtMs
  }

  /** A complete list did not show it. @returns whether that proves that it is absent. */
  noteAbsent(id: string, askedAtMs: number): boolean {
    const search = this.#of(id)
    search.absentSinceMs ??= askedAtMs
    return askedAtMs >= provesFrom(search, search.absentSinceMs)
  }

  /** The list was read for it, without a proof. @param retry false when it was cut off: then its costs say when. */
  listEnded(id: string, isRead: boolean): void {
    const search = this.#of(id)
    search.wish = null
    if (!isRead) return
    const nowMs = this.#clock.monotonicMs()
    const secondMs = search.absentSinceMs === null ? 0 : provesFrom(search, search.absentSinceMs)
    search.listFromMs = secondMs > nowMs ? secondMs : nowMs + patientMs
    search.dueMs = Math.min(search.dueMs, search.listFromMs)
  }

  /** When it is looked for next (monotonic). */
  nextAtMs(id: string): number {
    const { isExtraDue, wish, dueMs } = this.#of(id)
    return isExtraDue || wish !== null ? -Infinity : dueMs
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

/** From when on a second answer without it, after a first one of `sinceMs`, proves that it is absent (monotonic). */
function provesFrom({ beganMs }: Search, sinceMs: number): number {
  return Math.max(sinceMs + absenceSpanMs, beganMs + latestShownMs)
}
