import { Signal } from '#main/platform/signal.ts'
import type { OfficerSession } from './officer-session.ts'

export interface SessionLockOptions {
  readonly session: OfficerSession
  /** Minutes without input before the application locks; 0 never locks. */
  readonly minutes: () => number
}

/** A page that does not answer within this time is locked as it is; its input is saved within moments anyway. */
const pageAnswersWithinMs = 3_000
/** How often the idle time is checked: the application locks at most this much late. */
const lookEveryMs = 5_000

/**
 * Locks the application: some minutes after the last input in our own window, when the computer sleeps, and when the
 * officer leaves. It tracks input itself: Linux sends no event when the screen locks, and work in another program is no
 * reason to leave this one open.
 */
export class SessionLock {
  /** The application locks in a moment: the page should save its open work and leave. */
  readonly locking = new Signal()
  /** Somebody else is signed in, or nobody: the page, which was loaded for another, must go. */
  readonly officerChanged = new Signal()
  readonly #options: SessionLockOptions
  readonly #looking: NodeJS.Timeout
  readonly #endFollowing: () => void
  #lastInputMs = performance.now()
  #waiting: NodeJS.Timeout | null = null

  constructor(options: SessionLockOptions) {
    const { session } = options
    this.#options = options
    let officerId = session.current()?.id ?? null
    let isOff = session.status().type === 'off'
    // Also a manager who removes their own name leaves.
    this.#endFollowing = session.changed.subscribe(() => {
      const before = officerId
      const wasOff = isOff
      officerId = session.current()?.id ?? null
      isOff = session.status().type === 'off'
      // Without officers everybody sees everything, so the first one goes on in the page that is there.
      if (wasOff || before === officerId) return
      this.#stopWaiting()
      this.officerChanged.emit()
    })
    this.#looking = setInterval(() => this.#look(), lookEveryMs)
    this.#looking.unref()
  }

  /** Someone typed, clicked or moved the mouse in our window. */
  input(): void {
    this.#lastInputMs = performance.now()
  }

  /** Asks the page to save and leave, and locks a moment later in any case. */
  lockSoon(): void {
    if (this.#options.session.current() === null) {
      this.leave(null)
      return
    }
    if (this.#waiting !== null) return
    this.#waiting = setTimeout(() => this.leave(null), pageAnswersWithinMs)
    this.locking.emit()
  }

  /** Locks now. @param place where the page was, so that the officer can return there. */
  leave(place: string | null): void {
    this.#stopWaiting()
    this.#options.session.lock(place)
  }

  stop(): void {
    this.#endFollowing()
    clearInterval(this.#looking)
    this.#stopWaiting()
  }

  #stopWaiting(): void {
    if (this.#waiting !== null) clearTimeout(this.#waiting)
    this.#waiting = null
  }

  #look(): void {
    const minutes = this.#options.minutes()
    if (minutes === 0 || performance.now() - this.#lastInputMs < minutes * 60_000) return
    this.input()
    this.lockSoon()
  }
}
