import { Notification } from 'electron'
import type { Environment } from '#shared/domain/product.ts'
import type { Opened } from '#shared/screens.ts'
import { groupOf, partsOf, type Notice } from '../notices/notice.ts'
import { wordsOf } from '../notices/notice-words.ts'
import type { Log } from './log.ts'

/** The oldest one lets go beyond that; the system keeps showing it, but a click on it opens nothing. */
const mostHeld = 20

export interface NotificationsOptions {
  /** Somebody clicked on it. */
  readonly onOpen: (opened: Opened) => void
  readonly log: Log
}

export interface Notifications {
  /** False on Linux without a service that shows them. */
  areShown(): boolean
  tell(notice: Notice, environment: Environment): void
}

/** Shows notices by the system's own notifications; nothing where the system has none. */
export function createNotifications({ onOpen, log }: NotificationsOptions): Notifications {
  // Electron forgets the click of a notification that nobody holds.
  const held = new Set<Notification>()

  function hold(shown: Notification): void {
    const [oldest] = held
    if (held.size >= mostHeld && oldest !== undefined) held.delete(oldest)
    held.add(shown)
  }

  return {
    areShown: () => Notification.isSupported(),
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
      shown.on('failed', () => log.event('notification-failed'))
      shown.show()
    },
  }
}
