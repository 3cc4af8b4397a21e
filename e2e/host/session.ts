import { EventEmitter } from 'node:events'
import type { CallbackResponse, OnBeforeRequestListenerDetails, Session } from 'electron'
import type { CDPSession } from 'playwright-core'
import { originOf, toAppAddress } from './addresses.ts'
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

  /** The system's settings name no proxy. */
  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT')
  }
  setProxy(): Promise<void> {
    return Promise.resolve()
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
  }

  // Chromium outside Electron asks a person. With every permission decided beforehand by the check handler there is
  // nothing left to ask; headless Chromium has no devices to choose from.
  setPermissionRequestHandler(): void {
    return undefined
  }
  setDevicePermissionHandler(): void {
    return undefined
  }
  setBluetoothPairingHandler(): void {
    return undefined
  }
  setDisplayMediaRequestHandler(): void {
    return undefined
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
