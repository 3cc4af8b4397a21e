import type { OnBeforeRequestListenerDetails, WebRequest } from 'electron'
import { isOurAddress } from './app-origin.ts'

/** The part of `Session` that is used here. */
interface RequestingSession {
  readonly webRequest: Pick<WebRequest, 'onBeforeRequest'>
}
/** The part of `app.commandLine` that is used here. */
interface Switches {
  appendSwitch(name: string, value?: string): void
  removeSwitch(name: string): void
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
  commandLine: Switches,
  { isPackaged }: { readonly isPackaged: boolean },
): void {
  commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  if (!isPackaged) return
  for (const name of loosening) commandLine.removeSwitch(name)
}

/** Cancels every request of the page that is not for our own files: the second line of defence behind the CSP. */
export function refuseRequests(
  session: RequestingSession,
  { isPackaged }: { readonly isPackaged: boolean },
): void {
  session.webRequest.onBeforeRequest((details, callback) => {
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
