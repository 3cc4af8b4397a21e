import { IdleLock } from './idle-lock.ts'
import type { OfficerSession } from './officer-session.ts'

export interface SessionLockOptions {
  readonly desk: OfficerSession
  /** Minutes without input after which the desk locks; 0 never does. */
  readonly minutes: () => number
  /** Asks the page to save what is open and to leave. */
  readonly askPage: () => void
  /** The desk is locked: what the page shows has to go. */
  readonly onLocked: () => void
}

/** A page that does not answer within this time is locked as it is; what it typed is saved within moments anyway. */
const pageAnswersWithinMs = 3_000

/** Locks the desk: when nobody touches it, when the computer sleeps, and when its officer leaves. */
export class SessionLock {
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

  /** Someone typed, clicked, or moved the mouse in our window. */
  input(): void {
    this.#idle.input()
  }

  /** Asks the page to save and leave, and locks in any case a moment later. */
  lockSoon(): void {
    if (this.#options.desk.current() === null || this.#waiting !== null) return
    this.#waiting = setTimeout(() => this.leave(null), pageAnswersWithinMs)
    this.#options.askPage()
  }

  /** Locks now. @param place where the page was, to go back to. */
  leave(place: string | null): void {
    if (this.#waiting !== null) clearTimeout(this.#waiting)
    this.#waiting = null
    if (this.#options.desk.current() === null) return
    this.#options.desk.lock(place)
    this.#options.onLocked()
  }

  stop(): void {
    this.#idle.stop()
    if (this.#waiting !== null) clearTimeout(this.#waiting)
    this.#waiting = null
  }
}
