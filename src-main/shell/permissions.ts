import type { Session } from 'electron'
import { isOurAddress } from './app-origin.ts'

/** The one permission the page needs: its database is not evicted when the disk runs low. */
const allowed = 'persistent-storage'

/** Denies every permission and device, except the one above for the top frame of our own page. */
export function denyPermissions(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setBluetoothPairingHandler'
    | 'setDisplayMediaRequestHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(permission === allowed && details.isMainFrame && isOurAddress(details.requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    return permission === allowed && details.isMainFrame && isOurAddress(requestingOrigin)
  })
  session.setDevicePermissionHandler(() => false)
  session.setBluetoothPairingHandler((_details, callback) => {
    callback({ confirmed: false })
  })
  session.setDisplayMediaRequestHandler((_request, callback) => {
    // Null denies. An empty answer is an error, which Electron throws here.
    callback(null)
  })
}
