import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { defaultSettings } from '#shared/settings.ts'
import { AppPage } from '../../e2e/pages/app-page.ts'
import { StandInApp } from '../../e2e/support/stand-in-app.ts'
import { request } from '../../e2e/support/request.ts'

/** The built application in practice mode with delivery paused: an officer's typing is the only activity. */
export class WritingApp {
  readonly #app: StandInApp
  readonly #form: AppPage
  #claims = 0

  private constructor(app: StandInApp, page: Page) {
    this.#app = app
    this.#form = new AppPage(page)
  }

  static async open(folder: string): Promise<WritingApp> {
    const dataDir = join(folder, 'desk')
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ ...defaultSettings, configured: true }))
    const app = await StandInApp.launch(dataDir, {})
    const page = await app.window()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await request(page, 'engine:pause', { paused: true })
    return new WritingApp(app, page)
  }

  get page(): Page {
    return this.#form.page
  }

  /** Where main keeps its outbox. */
  get outboxFile(): string {
    return join(this.#app.dataDir, 'practice', 'outbox.sqlite')
  }

  /** Opens a new claim and fills it in, with another policy each time. */
  async writeClaim(): Promise<void> {
    this.#claims += 1
    await this.#form.newClaim('keke')
    await this.#form.fillClaim({ policyNumber: `KKP/2026/BENCH/${this.#claims}` })
    await this.#form.main.getByTestId('save-state').getByText('Saved on this computer').waitFor()
  }

  async close(): Promise<void> {
    await this.#app.kill()
  }
}
