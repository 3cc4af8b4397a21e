import type { OnBeforeRequestListenerDetails, WebRequest } from 'electron'
import { describe, expect, it } from 'vitest'
import { cutOffChromium, refuseRequests } from './page-guards.ts'

type Kind = OnBeforeRequestListenerDetails['resourceType']

/** Whether a request would be cancelled. */
function isCancelled(url: string, resourceType: Kind = 'xhr', isPackaged = true): boolean {
  const listeners: unknown[] = []
  const onBeforeRequest: WebRequest['onBeforeRequest'] = (listener: unknown) => void listeners.push(listener)
  refuseRequests({ webRequest: { onBeforeRequest } }, { isPackaged })
  const answers: { readonly cancel?: boolean }[] = []
  for (const listener of listeners) {
    if (typeof listener !== 'function') continue
    Reflect.apply(listener, undefined, [{ url, resourceType }, (answer: object) => answers.push(answer)])
  }
  expect(answers).toHaveLength(1)
  return answers[0]?.cancel === true
}

describe('a request of the page', () => {
  it.each<[string, Kind]>([
    ['app://desk/', 'mainFrame'],
    ['app://desk/assets/index-abcdefgh.js', 'script'],
    ['data:image/png;base64,AA==', 'image'],
    ['blob:app://desk/0190', 'image'],
  ])('for our own files goes through: %s', (url, kind) => {
    expect(isCancelled(url, kind)).toBe(false)
  })

  it.each<[string, Kind]>([
    ['https://insurer.example/', 'xhr'],
    ['http://127.0.0.1:9229/json', 'xhr'],
    ['wss://collector.example/', 'webSocket'],
    ['ws://127.0.0.1/', 'webSocket'],
    ['https://collector.example/beacon', 'ping'],
    ['https://collector.example/report', 'cspReport'],
    ['https://collector.example/x.png', 'image'],
    ['https://collector.example/x.js', 'script'],
    ['https://collector.example/', 'mainFrame'],
    ['file:///etc/passwd', 'xhr'],
    ['ftp://collector.example/', 'other'],
    ['app://other/', 'subFrame'],
    ['data:text/html,x', 'subFrame'],
    ['data:text/html,x', 'mainFrame'],
    ['blob:app://desk/0190', 'script'],
    ['devtools://devtools/bundled/inspector.html', 'mainFrame'],
    ['chrome-extension://abc/x.js', 'script'],
    ['not an address', 'other'],
  ])('for anything else is cancelled: %s', (url, kind) => {
    expect(isCancelled(url, kind)).toBe(true)
  })

  it('may be for the developer tools in development, and for nothing else', () => {
    expect(isCancelled('devtools://devtools/bundled/inspector.html', 'mainFrame', false)).toBe(false)
    expect(isCancelled('https://insurer.example/', 'xhr', false)).toBe(true)
  })
})

describe('Chromium', () => {
  const run = (isPackaged: boolean): { set: string[]; removed: string[] } => {
    const set: string[] = []
    const removed: string[] = []
    cutOffChromium(
      {
        appendSwitch: (name, value) => void set.push(`${name}=${value}`),
        removeSwitch: (name) => void removed.push(name),
      },
      { isPackaged },
    )
    return { set, removed }
  }

  it.each([true, false])('has no network of its own (packaged: %s)', (isPackaged) => {
    expect(run(isPackaged).set).toEqual(['host-resolver-rules=MAP * ~NOTFOUND'])
  })

  it('cannot be debugged or loosened by a switch once packaged', () => {
    expect(run(true).removed).toEqual(
      expect.arrayContaining([
        'remote-debugging-port',
        'remote-debugging-pipe',
        'disable-web-security',
        'ignore-certificate-errors',
        'js-flags',
      ]),
    )
    expect(run(false).removed).toEqual([])
  })
})
