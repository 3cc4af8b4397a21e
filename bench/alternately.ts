/** The result of one run, in milliseconds or another unit that both sides share. */
export interface Pair {
  readonly subject: number
  readonly raw: number
}

/**
 * Measures both sides in turn, so that other load on the machine affects both. Which goes first alternates;
 * a first run warms both up and is discarded.
 */
export async function alternately(
  runs: number,
  sides: { readonly subject: () => Promise<number>; readonly raw: () => Promise<number> },
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (let run = -1; run < runs; run += 1) {
    const first = run % 2 === 0 ? await sides.subject() : null
    const raw = await sides.raw()
    const subject = first ?? (await sides.subject())
    if (run >= 0) pairs.push({ subject, raw })
  }
  return pairs
}

/** The application's result over the baseline's, run by run. */
export function ratiosOf(pairs: readonly Pair[]): readonly number[] {
  return pairs.map(({ subject, raw }) => subject / raw)
}

/** What was seen on both sides, run by run. */
export interface Seen<T> {
  readonly subject: readonly T[]
  readonly raw: readonly T[]
}

/** Measures both sides in turn, and keeps all of each run. */
export async function seenInTurn<T>(
  runs: number,
  sides: { readonly subject: () => Promise<T>; readonly raw: () => Promise<T> },
): Promise<Seen<T>> {
  const seen: { readonly subject: T[]; readonly raw: T[] } = { subject: [], raw: [] }
  const kept = (name: 'subject' | 'raw') => async (): Promise<number> => seen[name].push(await sides[name]())
  await alternately(runs, { subject: kept('subject'), raw: kept('raw') })
  return { subject: seen.subject.slice(-runs), raw: seen.raw.slice(-runs) }
}

/** A number of each run on both sides. */
export function pairsOf<T>({ subject, raw }: Seen<T>, of: (one: T) => number): readonly Pair[] {
  return subject.map((one, run) => ({
    subject: of(one),
    raw: raw[run] === undefined ? Number.NaN : of(raw[run]),
  }))
}
