/**
 * Runs writes one at a time; while one is in flight, only the newest version waits and replaces older ones. Otherwise a
 * write begins at once (with `oneAtATime` it would begin after the caller has drawn what was typed). Every caller gets
 * the outcome of the run that wrote its version or a newer one.
 */
export function latestOnly<T, R>(write: (version: T) => Promise<R>): (version: T) => Promise<R> {
  let running: Promise<unknown> | null = null
  let waiting: { version: T; readonly done: Promise<R> } | null = null

  const begin = (version: T): Promise<R> => {
    const done = write(version)
    const over = (): void => {
      if (running === ended) running = null
    }
    const ended = done.then(over, over)
    running = ended
    return done
  }
  return (version) => {
    if (waiting !== null) {
      waiting.version = version
      return waiting.done
    }
    if (running === null) return begin(version)
    const turn: { version: T; readonly done: Promise<R> } = {
      version,
      done: running.then(() => {
        waiting = null
        return begin(turn.version)
      }),
    }
    waiting = turn
    return turn.done
  }
}
