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
