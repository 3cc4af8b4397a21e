import type { Notification } from 'electron'
import type { Environment } from '#shared/domain/product.ts'
import type { Opened } from '#shared/screens.ts'
import { noticeGroupOf, noticePartsOf, noticeWordsOf, type Notice } from '#main/shell/notifications/notice.ts'
import type { Log } from '#main/platform/log.ts'
import { Signal } from '#main/platform/signal.ts'

/** Beyond this the oldest is released; the system keeps showing it, but clicking it does nothing. */
const mostHeld = 20

export interface NotificationsOptions {
  /** Electron's class. */
  readonly Notification: typeof Notification
  /** A notification was clicked. */
  readonly onOpen: (opened: Opened, environment: Environment) => void
  readonly log: Log
}

export type Notifications = ReturnType<typeof createNotifications>

/** Shows notices as system notifications; does nothing where the system has none. */
export function createNotifications(options: NotificationsOptions) {
  const { Notification: SystemNotification, onOpen, log } = options
  // Electron loses the click handler of a notification that is garbage-collected.
  const held = new Set<Notification>()
  const changed = new Signal()
  let isRefused = false

  function noteRefused(isNow: boolean): void {
    if (isRefused === isNow) return
    isRefused = isNow
    changed.emit()
  }

  function hold(shown: Notification): void {
    const [oldest] = held
    if (held.size >= mostHeld && oldest !== undefined) held.delete(oldest)
    held.add(shown)
  }

  return {
    /** {@link areShown} changed. */
    changed,
    /**
     * False on Linux without a notification service, and when the system refused the last one: macOS reports that it
     * supports notifications but refuses those of an unsigned program.
     */
    areShown: () => SystemNotification.isSupported() && !isRefused,
    show(notice: Notice, environment: Environment): void {
      if (!SystemNotification.isSupported()) return
      const isGood = noticePartsOf(notice).every((part) => part === 'received' || part === 'decided')
      const shown = new SystemNotification({
        ...noticeWordsOf(notice, environment),
        // Good news makes no sound and stays behind other windows.
        silent: isGood,
        urgency: isGood ? 'low' : 'normal',
      })
      hold(shown)
      shown.on('click', () => {
        held.delete(shown)
        const show = noticeGroupOf(notice)
        onOpen(show === null ? { to: 'claims' } : { to: 'claims', show }, environment)
      })
      // The error may contain paths, so only the fact is logged.
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
