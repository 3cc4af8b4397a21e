import type { OnBeforeRequestListenerDetails } from 'electron'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { toAppAddress } from './addresses.ts'
import { HostBrowser } from './browser.ts'
import { answerFromHandler, appSchemes } from './protocol.ts'
import { preventable } from './real.ts'
import { defaultSession } from './session.ts'
import { HostWebContents } from './web-contents.ts'

/** Pages of the stand-in's own (dialogs), with the document each shows. */
export const hostPages = new Map<string, string>()

/** The one Chromium of this process. */
export const browser = new HostBrowser({
  async onContext(context: BrowserContext) {
    context.on('page', (page) => void closeStranger(page))
    await context.route('**/*', async (route) => await onRequest(route).catch(() => undefined))
  },
})

/** A page that the stand-in did not open: its first request went to the application's guards; it is closed. */
async function closeStranger(page: Page): Promise<void> {
  if (browser.isOpening) return
  await page.waitForLoadState('load', { timeout: 2000 }).catch(() => undefined)
  await page.close().catch(() => undefined)
}

async function onRequest(route: Route): Promise<void> {
  const request = route.request()
  const shown = hostPages.get(request.url())
  if (shown !== undefined) {
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown })
    return
  }
  if (request.isNavigationRequest()) {
    const contents = HostWebContents.of(pageOf(route))
    if (contents === null) {
      HostWebContents.all()[0]?.askToOpen(toAppAddress(request.url(), appSchemes()))
      // A page whose first navigation fails is never announced, so it could not be closed.
      await route.fulfill({ contentType: 'text/html', body: '' })
      return
    }
    if (!isAllowedNavigation(route, contents)) {
      await route.abort('aborted')
      return
    }
  }
  const url = toAppAddress(request.url(), appSchemes())
  const details = { url, method: request.method(), resourceType: resourceTypeOf(request) }
  if (await defaultSession.allowsRequest(details)) await answerFromHandler(route, request)
  else await route.abort('blockedbyclient')
}

/** Electron's names beside Playwright's, where the two have the same. */
const resourceTypes = ['stylesheet', 'script', 'image', 'font', 'xhr', 'media', 'ping'] as const

function resourceTypeOf(request: Request): OnBeforeRequestListenerDetails['resourceType'] {
  if (request.isNavigationRequest()) return request.frame().parentFrame() === null ? 'mainFrame' : 'subFrame'
  return resourceTypes.find((name) => name === request.resourceType()) ?? 'other'
}

/** Asks the application's guards about a navigation that the page started. */
function isAllowedNavigation(route: Route, contents: HostWebContents): boolean {
  const request = route.request()
  const url = toAppAddress(request.url(), appSchemes())
  const isMainFrame = contents.page?.mainFrame() === request.frame()
  if (isMainFrame && contents.ownNavigation === request.url()) {
    contents.ownNavigation = null
    return true
  }
  const navigation = preventable({ url, isMainFrame, isSameDocument: false })
  if (isMainFrame) contents.emit('will-navigate', navigation)
  contents.emit('will-frame-navigate', navigation)
  return !navigation.defaultPrevented
}

function pageOf(route: Route): Page | null {
  try {
    return route.request().frame().page()
  } catch {
    // A brand-new page has no frame yet, so it belongs to no window.
    return null
  }
}

/** Downloads are announced, and never take place. */
export function announceDownloads(page: Page): void {
  page.on('download', () => defaultSession.emit('will-download', preventable({})))
}
