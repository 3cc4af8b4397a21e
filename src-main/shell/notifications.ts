import type { NotificationConstructorOptions } from 'electron'
import type { Environment } from '#shared/domain/product.ts'
import type { Opened } from '#shared/screens.ts'
import { groupOf, partsOf, type Notice } from '../notifications/notice.ts'
import { wordsOf } from '../notifications/notice-words.ts'
import type { Log } from './log.ts'

/** The oldest one lets go beyond that; the system keeps showing it, but a click on it opens nothing. */
const mostHeld = 20

/** The part of one of Electron's notifications that is used. */
export interface SystemNotification {
  on(event: 'click' | 'failed' | 'show', listener: () => void): unknown
  show(): void
}

export interface NotificationsOptions {
  /** Electron's class. */
  readonly Notification: {
    new (options: NotificationConstructorOptions): SystemNotification
    isSupported(): boolean
  }
  /** Somebody clicked on it. */
  readonly onOpen: (opened: Opened) => void
  /** Whether they are shown is not what it was before. */
  readonly onChange: () => void
  readonly log: Log
}

export interface Notifications {
  /**
   * False on Linux without a service that shows them, and where the system refused the last one: macOS says that it
   * shows them, and refuses those of a program that is not signed.
   */
  areShown(): boolean
  tell(notice: Notice, environment: Environment): void
}

/** Shows notices by the system's own notifications; nothing where the system has none. */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { Notification, onOpen, log } = options
  // Electron forgets the click of a notification that nobody holds.
  const held = new Set<SystemNotification>()
  let isRefused = false

  function noteRefused(isNow: boolean): void {
    if (isRefused === isNow) return
    isRefused = isNow
    options.onChange()
  }

  function hold(shown: SystemNotification): void {
    const [oldest] = held
    if (held.size >= mostHeld && oldest !== undefined) held.delete(oldest)
    held.add(shown)
  }

  return {
    areShown: () => Notification.isSupported() && !isRefused,
    tell(notice, environment) {
      if (!Notification.isSupported()) return
      const isGood = partsOf(notice).every((part) => part === 'received')
      const shown = new Notification({
        ...wordsOf(notice, environment),
        // What went well makes no sound and stays behind other windows.
        silent: isGood,
        urgency: isGood ? 'low' : 'normal',
      })
      hold(shown)
      shown.on('click', () => {
        held.delete(shown)
        const show = groupOf(notice)
        onOpen(show === null ? { to: 'outbox' } : { to: 'outbox', show })
      })
      // What it says may name paths: only that it happened is written down.
      shown.on('failed', () => {
        held.delete(shown)
        log.event('notification-failed')
        noteRefused(true)
      })
      shown.on('show', () => noteRefused(false))
      shown.show()
    },
  }
}
