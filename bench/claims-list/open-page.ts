import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectRoot } from '../../scripts/project-root.ts'
import { address, openBrowser, serveFolder } from '../browser.ts'
import { installBridge } from './fake-bridge.ts'
import { openClaims } from './in-page.ts'

export interface OpenPage {
  readonly page: Page
  close(): Promise<void>
}

/** Opens the built page over a list of this many claims. */
export async function openFilled(folder: string, count: number): Promise<OpenPage> {
  const context = await openBrowser(join(folder, `claims-${count}`))
  await serveFolder(context, join(projectRoot, 'out/renderer'))
  const page = context.pages()[0] ?? (await context.newPage())
  await installBridge(page, count)
  return { page, close: () => context.close() }
}

async function openStart(page: Page): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** The claims from a start on; ms from the click until they are painted. */
export async function firstPaint({ page }: OpenPage): Promise<number> {
  await openStart(page)
  return await page.evaluate(openClaims)
}
