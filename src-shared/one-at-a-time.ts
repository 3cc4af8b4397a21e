const ignored = (): void => undefined

/**
 * Runs tasks one after the other, in the order of the calls: reading, re-sealing and replacing one file never overlap.
 */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task)
    // Not the turn itself: its result, perhaps large or personal, would stay in memory until the next one.
    last = turn.then(ignored, ignored)
    return turn
  }
}
