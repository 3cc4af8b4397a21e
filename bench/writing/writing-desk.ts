import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { defaultSettings } from '#shared/settings.ts'
import { DeskPage } from '../../e2e/pages/desk-page.ts'
import { StandInDesk } from '../../e2e/support/stand-in-desk.ts'

/** The built application in practice mode with delivery paused: an officer's typing is the only activity. */
export class WritingDesk {
  readonly #desk: StandInDesk
  readonly #form: DeskPage
  #claims = 0

  private constructor(desk: StandInDesk, page: Page) {
    this.#desk = desk
    this.#form = new DeskPage(page)
  }

  static async open(folder: string): Promise<WritingDesk> {
    const dataDir = join(folder, 'desk')
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ ...defaultSettings, configured: true }))
    const desk = await StandInDesk.launch(dataDir, {})
    const page = await desk.window()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.evaluate(async () => {
      await window.bridge.request('engine:pause', { paused: true })
    })
    return new WritingDesk(desk, page)
  }

  get page(): Page {
    return this.#form.page
  }

  /** Where main keeps its outbox. */
  get outboxFile(): string {
    return join(this.#desk.dataDir, 'practice', 'outbox.sqlite')
  }

  /** Opens a new claim and fills it in, with another policy each time. */
  async writeClaim(): Promise<void> {
    this.#claims += 1
    await this.#form.newClaim('keke')
    await this.#form.fillClaim({ policyNumber: `KKP/2026/BENCH/${this.#claims}` })
    await this.#form.main.getByTestId('save-state').getByText('Saved on this computer').waitFor()
  }

  async close(): Promise<void> {
    await this.#desk.kill()
  }
}
