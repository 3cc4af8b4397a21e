import { Signal } from '#main/platform/signal.ts'
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

interface IdleLockOptions {
  /** A monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
  /** Minutes without keyboard or mouse input before the application locks; 0 never locks. */
  readonly minutes: () => number
  readonly onIdle: () => void
}

/** How often the idle time is checked: the application locks at most this much late. */
const lookEveryMs = 5_000

/**
 * Locks the application some minutes after the last input in our own window. It tracks input itself: Linux sends no
 * event when the screen locks, and work in another program is no reason to leave this one open.
 */
export class IdleLock {
  readonly #options: IdleLockOptions
  #lastInputMs: number
  #timer: NodeJS.Timeout | null = null

  constructor(options: IdleLockOptions) {
    this.#options = options
    this.#lastInputMs = options.monotonicMs()
  }

  /** Restarts the idle time; it runs until `stop`. */
  start(): void {
    this.input()
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs)
    this.#timer.unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Someone typed, clicked or moved the mouse. */
  input(): void {
    this.#lastInputMs = this.#options.monotonicMs()
  }

  #look(): void {
    const minutes = this.#options.minutes()
    const idleMs = this.#options.monotonicMs() - this.#lastInputMs
    if (minutes === 0 || idleMs < minutes * 60_000) return
    this.input()
    this.#options.onIdle()
  }
}
