import { Signal } from '#main/platform/signal.ts'
import { IdleLock } from './idle-lock.ts'
import type { OfficerSession } from './officer-session.ts'

export interface SessionLockOptions {
  readonly session: OfficerSession
  /** Minutes without input before the application locks; 0 never locks. */
  readonly minutes: () => number
}

/** A page that does not answer within this time is locked as it is; its input is saved within moments anyway. */
const pageAnswersWithinMs = 3_000

/** Locks the application: after some time without input, when the computer sleeps, and when the officer leaves. */
export class SessionLock {
  /** The application locks in a moment: the page should save its open work and leave. */
  readonly locking = new Signal()
  /** The application was locked: the page must remove what it shows. */
  readonly locked = new Signal()
  readonly #options: SessionLockOptions
  readonly #idle: IdleLock
  #waiting: NodeJS.Timeout | null = null

  constructor(options: SessionLockOptions) {
    this.#options = options
    this.#idle = new IdleLock({
      monotonicMs: () => performance.now(),
      minutes: options.minutes,
      onIdle: () => this.lockSoon(),
    })
    this.#idle.start()
  }

  /** Someone typed, clicked or moved the mouse in our window. */
  input(): void {
    this.#idle.input()
  }

  /** Asks the page to save and leave, and locks a moment later in any case. */
  lockSoon(): void {
    if (this.#options.session.current() === null || this.#waiting !== null) return
    this.#waiting = setTimeout(() => this.leave(null), pageAnswersWithinMs)
    this.locking.emit()
  }

  /** Locks now. @param place where the page was, so that the officer can return there. */
  leave(place: string | null): void {
    if (this.#waiting !== null) clearTimeout(this.#waiting)
    this.#waiting = null
    if (this.#options.session.current() === null) return
    this.#options.session.lock(place)
    this.locked.emit()
  }

  stop(): void {
    this.#idle.stop()
    if (this.#waiting !== null) clearTimeout(this.#waiting)
    this.#waiting = null
  }
}
