/** The part of `app` that the lock needs. */
export interface LockingApp {
  requestSingleInstanceLock(): boolean
  on(event: 'second-instance', listener: () => void): unknown
}

/**
 * Takes the lock that keeps one installation from running twice on one queue. It belongs to the data folder, so that is
 * set before.
 * @returns false when another one runs: leave at once, it was told to show itself.
 */
export function takeSingleInstance(app: LockingApp, onSecondInstance: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', onSecondInstance)
  return true
}
