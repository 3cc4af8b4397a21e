/** The part of `app` that the lock needs. */
export interface LockingApp {
  requestSingleInstanceLock(): boolean
  on(event: 'second-instance', listener: () => void): unknown
}

/**
 * Takes the lock that keeps an installation from running twice on one queue. The lock belongs to the data folder, so
 * set that first.
 * @returns false when another instance runs: quit at once, it has been asked to show itself.
 */
export function takeSingleInstance(app: LockingApp, onSecondInstance: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', onSecondInstance)
  return true
}
