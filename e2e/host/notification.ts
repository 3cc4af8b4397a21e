import { EventEmitter } from 'node:events'
import type { Notification, NotificationConstructorOptions } from 'electron'
import { hostOptions } from './options.ts'

const shown: HostNotification[] = []

/** An invisible notification; the control channel reads it and clicks on it. */
export class HostNotification
  extends EventEmitter
  implements Pick<Notification, 'title' | 'body' | 'silent' | 'show'>
{
  title: string
  body: string
  silent: boolean

  constructor({ title = '', body = '', silent = false }: NotificationConstructorOptions = {}) {
    super()
    this.title = title
    this.body = body
    this.silent = silent
  }

  show(): void {
    if (hostOptions.failingNotifications) {
      setImmediate(() => this.emit('failed', {}, 'Notifications are not allowed for this application'))
      return
    }
    shown.push(this)
    this.emit('show', {})
  }

  /** Linux without a notification service has none. */
  static isSupported(): boolean {
    return !hostOptions.noNotifications
  }

  /** Everything that was shown, the oldest first. */
  static shown(): readonly HostNotification[] {
    return shown
  }
}
