/**
 * Runs writes one after another, and of those that wait only the newest: what was typed meanwhile replaces it. Every
 * caller gets the outcome of the run that wrote its version or a newer one.
 */
export function latestOnly<T, R>(write: (version: T) => Promise<R>): (version: T) => Promise<R> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: { version: T; readonly done: Promise<R> } | null = null

  return (version) => {
    if (waiting !== null) {
      waiting.version = version
      return waiting.done
    }
    const turn: { version: T; readonly done: Promise<R> } = {
      version,
      done: running.then(() => {
        waiting = null
        return write(turn.version)
      }),
    }
    waiting = turn
    running = turn.done.catch(() => undefined)
    return turn.done
  }
}
