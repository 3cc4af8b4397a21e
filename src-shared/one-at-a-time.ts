/**
 * Runs tasks one after the other, in the order of the calls: reading, re-sealing and replacing one file never overlap.
 */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}
