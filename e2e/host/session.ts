import { EventEmitter } from 'node:events'
import type { CallbackResponse, OnBeforeRequestListenerDetails, Session } from 'electron'
import type { CDPSession } from 'playwright-core'
import { originOf, toAppAddress } from './addresses.ts'
import { hostOptions } from './options.ts'
import { appOrigins, appSchemes } from './protocol.ts'

type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type RequestDetails = Pick<OnBeforeRequestListenerDetails, 'url' | 'method' | 'resourceType'>
type RequestListener = (details: RequestDetails, callback: (response: CallbackResponse) => void) => void
type ElectronPermission = Parameters<CheckHandler>[1]

/** Electron's names beside Chromium's. */
const permissions: readonly (readonly [ElectronPermission, string])[] = [
  ['persistent-storage', 'persistent-storage'],
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['idle-detection', 'idle-detection'],
  ['screen-wake-lock', 'screen-wake-lock'],
  ['local-fonts', 'local-fonts'],
  ['window-management', 'window-management'],
  ['storage-access', 'storage-access'],
  ['display-capture', 'display-capture'],
]

/** The part of `Session` that the application uses. */
export class HostSession
  extends EventEmitter
  implements
    Pick<
      Session,
      | 'setPermissionCheckHandler'
      | 'setPermissionRequestHandler'
      | 'setDevicePermissionHandler'
      | 'setBluetoothPairingHandler'
      | 'setDisplayMediaRequestHandler'
      | 'resolveProxy'
      | 'setProxy'
    >
{
  /** Filters are not used by the application, so a listener hears of every request. */
  readonly webRequest = {
    onBeforeRequest: (listener: RequestListener | null): void => {
      this.#beforeRequest = listener
    },
  }
  #beforeRequest: RequestListener | null = null
  #check: CheckHandler | null = null
  /** What the system's settings say: a list as in a PAC file's answer, or null where they fail. */
  proxies: string | null = hostOptions.proxies
  readonly set: Record<'request' | 'device' | 'bluetooth' | 'display', boolean> = {
    request: false,
    device: false,
    bluetooth: false,
    display: false,
  }

  // As in Chromium: a settings script that fails means DIRECT, and the address asked about must be one.
  resolveProxy(url: string): Promise<string> {
    if (!URL.canParse(url)) return Promise.reject(new Error('Invalid URL'))
    return this.proxies === null ? Promise.reject(new Error('no settings')) : Promise.resolve(this.proxies)
  }

  // The list that the stand-in was given is the answer of a script too.
  setProxy(): Promise<void> {
    return Promise.resolve()
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
  }

  // Chromium outside Electron asks a person. With every permission decided beforehand by the check handler there is
  // nothing left to ask, so these are only noted; headless Chromium has no devices to choose from.
  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    this.set.request = handler !== null
  }
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    this.set.device = handler !== null
  }
  setBluetoothPairingHandler(handler: Parameters<Session['setBluetoothPairingHandler']>[0]): void {
    this.set.bluetooth = handler !== null
  }
  setDisplayMediaRequestHandler(handler: Parameters<Session['setDisplayMediaRequestHandler']>[0]): void {
    this.set.display = handler !== null
  }

  /** Whether the application lets a request of a page go; without a listener, Electron lets all go. */
  async allowsRequest(details: RequestDetails): Promise<boolean> {
    const listener = this.#beforeRequest
    if (listener === null) return true
    return await new Promise((resolve) => {
      listener(details, ({ cancel }) => resolve(cancel !== true))
    })
  }

  /** Grants or denies in Chromium what the application's check handler says; without one, Electron allows all. */
  async applyPermissions(chromium: CDPSession): Promise<void> {
    for (const shown of appOrigins()) {
      const requestingUrl = `${originOf(toAppAddress(shown, appSchemes()))}/`
      for (const [permission, name] of permissions) {
        const allowed =
          this.#check?.(null, permission, requestingUrl, { isMainFrame: true, requestingUrl }) ?? true
        await chromium.send('Browser.setPermission', {
          permission: { name },
          setting: allowed ? 'granted' : 'denied',
          origin: shown,
        })
      }
    }
  }
}

export const defaultSession = new HostSession()
