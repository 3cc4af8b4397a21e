import type { BrowserContext, Page } from 'playwright-core'
import { address, openBrowser } from '../browser.ts'

/** A page of the same browser with only a field and a sentence: the baseline cost of showing a letter. */
export class BarePage {
  readonly #browser: BrowserContext
  readonly page: Page

  private constructor(browser: BrowserContext, page: Page) {
    this.#browser = browser
    this.page = page
  }

  /** @param profile a folder on a real disk */
  static async open(profile: string): Promise<BarePage> {
    const browser = await openBrowser(profile)
    const page = browser.pages()[0] ?? (await browser.newPage())
    const body = '<!doctype html><textarea rows="5" cols="60"></textarea><p>Saved on this computer</p>'
    await browser.route(`${address}**`, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(address)
    return new BarePage(browser, page)
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}
