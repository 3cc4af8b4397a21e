import type { App, CommandLine, OnBeforeRequestListenerDetails, Session, WebContents } from 'electron'
import { isOurAddress } from './app-origin.ts'

/** Opens an address in the browser once the officer agreed; one that may not be opened is dropped. */
export type LinkOpener = (address: string) => Promise<void>

/**
 * Keeps every web contents on our own page: no frame navigates elsewhere, no new window opens, no `<webview>` attaches,
 * and no page refuses to be replaced. What a link would open is passed to `openLink`.
 */
export function guardNavigation(app: Pick<App, 'on'>, openLink: LinkOpener): void {
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, openLink)
  })
}

function guardContents(contents: WebContents, openLink: LinkOpener): void {
  const stayHome = (navigation: { readonly url: string; preventDefault(): void }): void => {
    if (!isOurAddress(navigation.url)) navigation.preventDefault()
  }
  contents.on('will-navigate', stayHome)
  contents.on('will-frame-navigate', stayHome)
  contents.on('will-redirect', stayHome)
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  // A page that could refuse to go would outlast the lock, and work as the next officer.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault()
  })
  // Neither the CSP nor `webRequest` sees WebRTC packets, and an IP address needs no DNS lookup that could be blocked.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    void openLink(url)
    return { action: 'deny' }
  })
}

/** The page downloads nothing. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => {
    event.preventDefault()
  })
}

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

/** Switches that open a debugger, disable a protection of Chromium or redirect its traffic. */
const loosening = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'allow-file-access-from-files',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'auth-server-allowlist',
  'auth-negotiate-delegate-allowlist',
  'load-extension',
  'ssl-key-log-file',
  'log-net-log',
  'js-flags',
] as const

/**
 * Cuts Chromium off from the network: it resolves no name and connects to no address, even where neither the CSP nor
 * `webRequest` applies (DNS prefetch, WebRTC). Main's own client is Node's and is not affected. A packaged application
 * also drops switches that would loosen this; call it before the application is ready.
 */
export function cutOffChromium(
  commandLine: Pick<CommandLine, 'appendSwitch' | 'removeSwitch'>,
  { isPackaged }: { readonly isPackaged: boolean },
): void {
  commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  if (!isPackaged) return
  for (const name of loosening) commandLine.removeSwitch(name)
}

/** Cancels every request of the page that is not for our own files: the second line of defence behind the CSP. */
export function refuseRequests(
  { webRequest }: { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> },
  { isPackaged }: { readonly isPackaged: boolean },
): void {
  webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isAllowed(details, isPackaged) })
  })
}

function isAllowed(
  { url, resourceType }: Pick<OnBeforeRequestListenerDetails, 'url' | 'resourceType'>,
  isPackaged: boolean,
): boolean {
  if (isOurAddress(url)) return true
  // Images created in the page need no network.
  if (resourceType === 'image' && /^(?:data|blob):/.test(url)) return true
  return !isPackaged && url.startsWith('devtools://')
}

/**
 * Chromium never authenticates: it offers no client certificate (Electron would pick the first) and no name and
 * password for a server or proxy. The page has no network, so any server that asks was never meant to be reached.
 */
export function denyCredentials(app: Pick<App, 'on'>): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault()
    callback()
  })
  app.on('login', (event, _contents, _details, _authentication, callback) => {
    event.preventDefault()
    callback()
  })
}
