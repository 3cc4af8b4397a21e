import type { ConsoleMessage, Page } from 'playwright-core'
import type { TestApp } from './test-app.ts'

const isComplaint = (message: ConsoleMessage): boolean => ['warning', 'error'].includes(message.type())

/** Warnings and errors on the console of pages, and errors that nobody caught: a sound page has none. */
export class PageComplaints {
  readonly #known = new WeakSet<Page>()
  /** Whose application is being killed: what was still on its way to them fails. */
  readonly #ending = new WeakSet<Page>()
  readonly #texts = new Set<string>()

  /** Hears every page that a test gets of the application. */
  hear(app: TestApp): TestApp {
    const window = app.window.bind(app)
    const kill = app.kill.bind(app)
    const pages = new Set<Page>()
    app.kill = async () => {
      for (const page of pages) this.#ending.add(page)
      await kill()
    }
    app.window = async () => {
      const page = await window()
      pages.add(page)
      await this.#hearPage(page)
      return page
    }
    return app
  }

  /** What was heard since the last call. */
  take(): readonly string[] {
    const texts = [...this.#texts]
    this.#texts.clear()
    return texts
  }

  async #hearPage(page: Page): Promise<void> {
    if (this.#known.has(page)) return
    this.#known.add(page)
    const note = (message: ConsoleMessage): void => {
      if (isComplaint(message) && !this.#ending.has(page)) this.#texts.add(message.text())
    }
    page.on('console', note)
    page.on('pageerror', (error) => {
      if (!this.#ending.has(page)) this.#texts.add(String(error))
    })
    // From before the test had the page.
    for (const message of await page.consoleMessages()) note(message)
  }
}
