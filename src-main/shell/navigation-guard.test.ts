import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { denyDownloads, guardNavigation } from './page-guards.ts'
import { createTestEvent, TestContents } from '#testing/shell/contents.ts'

const foreign = [
  'https://example.test/',
  'http://example.test/',
  'app://other/',
  'app://desk.example.test/',
  'app://desk@example.test/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'mailto:desk@example.test',
  'tel:+2340000000',
  'smb://printer/share',
  'ms-settings:privacy',
  'search-ms:query=x',
  'vbscript:msgbox(1)',
  'blob:app://desk/0190',
  'view-source:app://desk/',
  'not an address',
]

function guarded(): { contents: TestContents; opened: string[] } {
  const app = new EventEmitter()
  const contents = new TestContents()
  const opened: string[] = []
  guardNavigation(app as never, (address) => {
    opened.push(address)
    return Promise.resolve()
  })
  app.emit('web-contents-created', {}, contents)
  return { contents, opened }
}

describe.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('on %s', (name) => {
  it.each(foreign)('blocks navigation to %s', (address) => {
    const event = createTestEvent(address)
    guarded().contents.emit(name, event)
    expect(event.defaultPrevented).toBe(true)
  })

  it('leaves our own page alone', () => {
    const event = createTestEvent('app://desk/outbox')
    guarded().contents.emit(name, event)
    expect(event.defaultPrevented).toBe(false)
  })
})

it('opens no window, and hands the address to what decides about it', () => {
  const { contents, opened } = guarded()
  const urls = [...foreign, 'app://desk/', 'https://example.test/help', 'https://me:pw@example.test/']
  for (const url of urls) expect(contents.openWindow?.({ url })).toEqual({ action: 'deny' })
  expect(opened).toEqual(urls)
})

it('limits WebRTC to a proxy, and there is none', () => {
  expect(guarded().contents.webRtc).toBe('disable_non_proxied_udp')
})

it('attaches no webview', () => {
  const event = createTestEvent()
  guarded().contents.emit('will-attach-webview', event)
  expect(event.defaultPrevented).toBe(true)
})

it('lets no page refuse to be replaced: a lock loads another document', () => {
  const event = createTestEvent()
  guarded().contents.emit('will-prevent-unload', event)
  expect(event.defaultPrevented).toBe(true)
})

it('downloads nothing', () => {
  const session = new EventEmitter()
  denyDownloads(session as never)
  const event = createTestEvent()
  session.emit('will-download', event)
  expect(event.defaultPrevented).toBe(true)
})
