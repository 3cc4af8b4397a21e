/** Runs these several at a time: one waits while others compute. @returns the results, in the order of their ends */
export async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  run: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const waiting = [...items.entries()]
  const results: R[] = []
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.push(await run(next[1], next[0]))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
