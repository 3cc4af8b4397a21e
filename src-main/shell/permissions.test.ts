import type { Session } from 'electron'
import { expect, it } from 'vitest'
import { denyPermissions } from './page-guards.ts'

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type Permission = Parameters<CheckHandler>[1]

interface Handlers {
  request: RequestHandler | null
  check: CheckHandler | null
  device: Parameters<Session['setDevicePermissionHandler']>[0]
  bluetooth: Parameters<Session['setBluetoothPairingHandler']>[0]
  display: Parameters<Session['setDisplayMediaRequestHandler']>[0]
}

function denied(): Handlers {
  const set: Handlers = { request: null, check: null, device: null, bluetooth: null, display: null }
  denyPermissions({
    setPermissionRequestHandler: (handler) => (set.request = handler),
    setPermissionCheckHandler: (handler) => (set.check = handler),
    setDevicePermissionHandler: (handler) => (set.device = handler),
    setBluetoothPairingHandler: (handler) => (set.bluetooth = handler),
    setDisplayMediaRequestHandler: (handler) => (set.display = handler),
  })
  return set
}

/** The results of request and check for a permission requested from this address. */
function decide(permission: Permission, from: string, isMainFrame = true): boolean[] {
  const { request, check } = denied()
  const answers: boolean[] = []
  const answer = (granted: boolean): number => answers.push(granted)
  Reflect.apply(request!, undefined, [null, permission, answer, { isMainFrame, requestingUrl: from }])
  if (check !== null) answers.push(check(null, permission, from, { isMainFrame }))
  return answers
}

it.each([
  'clipboard-read',
  'fileSystem',
  'geolocation',
  'media',
  'notifications',
  'openExternal',
  'serial',
  'usb',
  'hid',
  'unknown',
  'local-network-access',
] as const)('deny %s', (permission) => {
  expect(decide(permission, 'app://desk/')).toEqual([false, false])
})

it('let our own page keep its database', () => {
  expect(decide('persistent-storage', 'app://desk/')).toEqual([true, true])
})

it('allow it to no other page', () => {
  expect(decide('persistent-storage', 'https://example.test/')).toEqual([false, false])
  expect(decide('persistent-storage', 'app://desk/', false)).toEqual([false, false])
})

it('deny every device', () => {
  const { device, bluetooth, display } = denied()
  expect(device).toBeTypeOf('function')
  expect(Reflect.apply(device!, undefined, [{}])).toBe(false)
  const answers: unknown[] = []
  const answer = (value: unknown): number => answers.push(value)
  Reflect.apply(bluetooth!, undefined, [{}, answer])
  Reflect.apply(display!, undefined, [{}, answer])
  expect(answers).toEqual([{ confirmed: false }, null])
})
