import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import { beforeEach, expect, it } from 'vitest'
import type { Notice } from '#main/shell/notifications/notice.ts'
import { createNotifications, type Notifications } from './notifications.ts'

const made: TestNotification[] = []

class TestNotification extends EventEmitter {
  readonly title: string
  constructor({ title = '' }: NotificationConstructorOptions) {
    super()
    this.title = title
    made.push(this)
  }
  show(): void {
    return undefined
  }
  static isSupported(): boolean {
    return true
  }
}

const notice: Notice = { keyRefused: true, filesHeld: false, needsYou: 0, decided: 0, received: 0 }

let changes = 0
function create(): Notifications {
  const notifications = createNotifications({
    Notification: TestNotification as never,
    onOpen: () => undefined,
    log: { event: () => undefined },
  })
  notifications.changed.subscribe(() => (changes += 1))
  return notifications
}

beforeEach(() => {
  made.length = 0
  changes = 0
})

it('notifications count as available until the system refuses one, and again once it shows one', () => {
  const notifications = create()
  expect(notifications.areShown()).toBe(true)
  notifications.show(notice, 'live')
  made[0]?.emit('failed')
  expect([notifications.areShown(), changes]).toEqual([false, 1])
  notifications.show(notice, 'live')
  made[1]?.emit('failed')
  expect([notifications.areShown(), changes]).toEqual([false, 1])
  notifications.show(notice, 'live')
  made[2]?.emit('show')
  expect([notifications.areShown(), changes]).toEqual([true, 2])
})
