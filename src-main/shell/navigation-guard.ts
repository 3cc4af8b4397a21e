import { isOurAddress } from './app-origin.ts'

interface Preventable {
  preventDefault(): void
}
interface Navigation extends Preventable {
  readonly url: string
}

/** The part of `WebContents` that the guard uses. */
export interface GuardedContents {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (navigation: Navigation) => void,
  ): unknown
  on(event: 'will-attach-webview' | 'will-prevent-unload', listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: 'deny' }): void
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void
}

/** Opens an address in the browser once the officer agreed; one that may not be opened is dropped. */
export type LinkOpener = (address: string) => Promise<void>

/** The part of `app` that the guard listens to. */
export interface ContentsSource {
  on(event: 'web-contents-created', listener: (event: unknown, contents: GuardedContents) => void): unknown
}

/** The part of `Session` that starts downloads. */
export interface DownloadSource {
  on(event: 'will-download', listener: (event: Preventable) => void): unknown
}

/**
 * Keeps every web contents on our own page: no frame navigates elsewhere, no new window opens, no `<webview>` attaches,
 * and no page refuses to be replaced. What a link would open is passed to `openLink`.
 */
export function guardNavigation(app: ContentsSource, openLink: LinkOpener): void {
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, openLink)
  })
}

function guardContents(contents: GuardedContents, openLink: LinkOpener): void {
  const stayHome = (navigation: Navigation): void => {
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
export function denyDownloads(session: DownloadSource): void {
  session.on('will-download', (event) => {
    event.preventDefault()
  })
}
