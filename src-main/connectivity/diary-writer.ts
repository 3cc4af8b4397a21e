import type { ConnectivityKind, ConnectivitySpan } from '#shared/connectivity.ts'
import type { Clock } from '../platform/clock.ts'
import type { DiaryStore } from './diary-store.ts'

/** Changes shorter than this are not recorded. */
const settleMs = 3_000
/** How often an ongoing span is saved; a crash loses at most this much of it. */
const heartbeatMs = 10 * 60_000
/** If the wall clock drifts this far from the monotonic clock, it was changed or the computer slept. */
const strayMs = 120_000
/** Two spans of one kind this close are merged: the application was restarted. */
const mergeMs = 2 * 60_000

interface OpenSpan {
  readonly kind: ConnectivityKind
  readonly beganAt: string
  /** Null: not saved yet. */
  id: number | null
  seenUntil: string
  writtenAtMs: number
}

/** Turns observations into few writes: a span once it has lasted, its end now and then. */
export class DiaryWriter {
  readonly #store: DiaryStore
  readonly #clock: Clock
  readonly #isClockRight: () => boolean
  #open: OpenSpan | null = null
  #next: { kind: ConnectivityKind; at: string } | null = null
  #offsetMs: number
  #cancelSettling: () => void = () => undefined

  constructor(store: DiaryStore, clock: Clock, isClockRight: () => boolean) {
    this.#store = store
    this.#clock = clock
    this.#isClockRight = isClockRight
    this.#offsetMs = this.#wallOffsetMs()
  }

  /** When the current state began. */
  get since(): string | null {
    return this.#next?.at ?? this.#open?.beganAt ?? null
  }

  observe(kind: ConnectivityKind): void {
    this.#cancelSettling()
    this.#next = kind === this.#open?.kind ? null : { kind, at: this.#now() }
    if (this.#next !== null) this.#cancelSettling = this.#clock.after(settleMs, () => this.#settle())
  }

  /** Called now and then: writes what is due. */
  look(): void {
    if (Math.abs(this.#wallOffsetMs() - this.#offsetMs) > strayMs) this.#splitAtJump()
    const open = this.#open
    if (open === null) return
    open.seenUntil = this.#now()
    if (open.id === null) this.#begin(open, null)
    else if (this.#clock.monotonicMs() - open.writtenAtMs >= heartbeatMs) this.#extend(open, open.id)
  }

  close(): void {
    this.#cancelSettling()
    if (this.#next !== null) this.#settle()
    const open = this.#open
    const id = open?.id ?? null
    if (open === null || id === null) return
    open.seenUntil = this.#now()
    this.#extend(open, id)
  }

  /** Newest first; the ongoing one reaches until now, even before it has lasted long enough to be saved. */
  spans(): readonly ConnectivitySpan[] {
    this.look()
    const next = this.#next
    const open = this.#open
    const [newest, ...older] = this.#store.all()
    const until = (open?.id ?? null) === null ? undefined : (next?.at ?? open?.seenUntil)
    return merged([
      ...(next === null ? [] : [{ kind: next.kind, beganAt: next.at, seenUntil: this.#now() }]),
      ...(newest === undefined ? [] : [{ ...newest, seenUntil: until ?? newest.seenUntil }]),
      ...older,
    ])
  }

  #settle(): void {
    const next = this.#next
    this.#next = null
    if (next === null) return
    const previous = this.#open
    const open = { kind: next.kind, beganAt: next.at, id: null, seenUntil: next.at, writtenAtMs: 0 }
    this.#open = open
    this.#begin(open, endOf(previous, next.at))
    if (this.#isClockRight()) this.#store.forgetOld(this.#clock.now())
  }

  // The time between the last look and the jump was not observed.
  #splitAtJump(): void {
    this.#offsetMs = this.#wallOffsetMs()
    const open = this.#open
    if (open === null) return
    this.#open = { kind: open.kind, beganAt: this.#now(), id: null, seenUntil: this.#now(), writtenAtMs: 0 }
    this.#begin(this.#open, endOf(open, open.seenUntil))
  }

  // If the disk refuses now, the next look tries again.
  #begin(span: OpenSpan, previous: { id: number; seenUntil: string } | null): void {
    const begun = this.#store.begin(span.kind, span.beganAt, previous)
    if (!begun.ok) return
    span.id = begun.value
    span.writtenAtMs = this.#clock.monotonicMs()
  }

  #extend(span: OpenSpan, id: number): void {
    if (this.#store.extend(id, span.seenUntil).ok) span.writtenAtMs = this.#clock.monotonicMs()
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }

  #wallOffsetMs(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs()
  }
}

function endOf(span: OpenSpan | null, seenUntil: string): { id: number; seenUntil: string } | null {
  const id = span?.id ?? null
  return id === null ? null : { id, seenUntil }
}

function merged(newestFirst: readonly ConnectivitySpan[]): readonly ConnectivitySpan[] {
  const spans: ConnectivitySpan[] = []
  for (const span of newestFirst) {
    const later = spans.at(-1)
    const gapMs = later === undefined ? Infinity : Date.parse(later.beganAt) - Date.parse(span.seenUntil)
    if (later?.kind === span.kind && Math.abs(gapMs) <= mergeMs) {
      spans[spans.length - 1] = { ...later, beganAt: span.beganAt }
    } else spans.push(span)
  }
  return spans
}
