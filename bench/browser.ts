import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'

/** Where pages are served: a separate secure origin that never reaches the network. */
export const address = 'https://bench.localhost/'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Debian's Chromium over a profile on a real disk (that of an incognito window is in memory), at the size of the
 * smallest window the application is made for.
 */
export async function openBrowser(profile: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox'],
    viewport: { width: 1024, height: 700 },
  })
}

/** Serves a folder at the address. */
export async function serveFolder(context: BrowserContext, folder: string): Promise<void> {
  await context.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const body = await readFile(join(folder, name)).catch(() => null)
    if (body === null) {
      await route.fulfill({ status: 404 })
      return
    }
    const type = types[extname(name)] ?? 'application/octet-stream'
    await route.fulfill({ body, headers: { 'Content-Type': type } })
  })
}
