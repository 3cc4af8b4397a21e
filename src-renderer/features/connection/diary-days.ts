import { isOnlineKind, type ConnectivityKind, type ConnectivitySpan } from '#shared/connectivity.ts'

/** A period within one day; `kind` is null if nothing was recorded. */
export interface DayLine {
  readonly kind: ConnectivityKind | null
  readonly fromMs: number
  readonly untilMs: number
  readonly isCurrent: boolean
}

/** One day of the diary, its periods newest first. */
export interface DiaryDay {
  /** Local midnight at the start of the day. */
  readonly startMs: number
  readonly lines: readonly DayLine[]
  readonly seenMs: number
  readonly onlineMs: number
}

/** A shorter gap is just a restart and gets no line. */
const shortestGapMs = 5 * 60_000
const mostDays = 31

/**
 * The diary by local days, newest first. A period over midnight appears in both days; a gap between two periods of a
 * day gets its own line.
 *
 * @param spans newest first, as main stores them
 */
export function diaryDays(spans: readonly ConnectivitySpan[]): readonly DiaryDay[] {
  const days = new Map<number, DayLine[]>()
  for (const [index, span] of spans.entries()) {
    const endMs = Date.parse(span.seenUntil)
    for (const [fromMs, untilMs] of byDay(Date.parse(span.beganAt), endMs)) {
      const startMs = midnightBefore(fromMs)
      const lines = days.get(startMs) ?? []
      const later = lines.at(-1)
      if (later !== undefined && later.fromMs - untilMs >= shortestGapMs) {
        lines.push({ kind: null, fromMs: untilMs, untilMs: later.fromMs, isCurrent: false })
      }
      lines.push({ kind: span.kind, fromMs, untilMs, isCurrent: index === 0 && untilMs === endMs })
      days.set(startMs, lines)
    }
  }
  return [...days]
    .map(([startMs, lines]) => ({ startMs, lines, ...sums(lines) }))
    .sort((a, b) => b.startMs - a.startMs)
    .slice(0, mostDays)
}

// Newest day first, like the diary itself.
function byDay(beganMs: number, endMs: number): readonly (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = []
  let untilMs = endMs
  while (parts.length < mostDays && midnightBefore(untilMs - 1) > beganMs) {
    const midnightMs = midnightBefore(untilMs - 1)
    parts.push([midnightMs, untilMs])
    untilMs = midnightMs
  }
  return untilMs > beganMs || parts.length === 0 ? [...parts, [beganMs, untilMs]] : parts
}

function midnightBefore(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}

function sums(lines: readonly DayLine[]): { seenMs: number; onlineMs: number } {
  const seen = lines.filter(({ kind }) => kind !== null)
  const length = (sum: number, { fromMs, untilMs }: DayLine): number => sum + (untilMs - fromMs)
  return {
    seenMs: seen.reduce(length, 0),
    onlineMs: seen.filter(({ kind }) => kind !== null && isOnlineKind(kind)).reduce(length, 0),
  }
}
