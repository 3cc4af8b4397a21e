import type { Session } from 'electron'
import { isOurAddress } from './app-origin.ts'

/** The one permission the page needs: that its database is not thrown away when the disk runs low. */
const allowed = 'persistent-storage'

/** Denies every permission and every device, but for the one above, and that to our own page's top frame alone. */
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
    // An empty answer is an error, which Electron throws here.
    callback(null)
  })
}
