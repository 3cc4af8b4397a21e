import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { AppPage } from '../pages/app-page.ts'
import { giveKey, launchWith } from './connected.ts'
import { request } from './request.ts'
import type { LaunchOptions, TestApp } from './test-app.ts'

const passphrase = 'four made up words'

/** One computer of an office, connected to the insurer. Both computers save files to and open them from one stick. */
export class OfficeComputer {
  readonly app: TestApp
  appPage: AppPage
  readonly #key: string

  private constructor(app: TestApp, appPage: AppPage, key: string) {
    this.app = app
    this.appPage = appPage
    this.#key = key
  }

  static async start(
    name: string,
    folder: string,
    server: TestInsurer,
    launch: (options?: LaunchOptions) => Promise<TestApp>,
  ): Promise<OfficeComputer> {
    const stick = join(folder, 'stick')
    await mkdir(stick, { recursive: true })
    const app = await launchWith(
      launch,
      join(folder, name),
      { configured: true, environment: 'sandbox', sandboxBaseUrl: server.url, liveBaseUrl: '' },
      { saveFolder: stick },
    )
    const computer = new OfficeComputer(app, new AppPage(await app.window()), server.key)
    await computer.#ready()
    return computer
  }

  async #ready(): Promise<void> {
    await giveKey(this.appPage, this.#key, this.app)
    await this.appPage.main.getByRole('heading', { name: 'Today' }).waitFor()
  }

  async pause(paused: boolean): Promise<void> {
    await request(this.appPage.page, 'engine:pause', { paused })
  }

  async openBackup(): Promise<void> {
    await this.appPage.openSettings('Backup and stored data')
    await this.appPage.main.getByRole('link', { name: 'Open backup' }).click()
    await this.appPage.main.getByRole('heading', { level: 1, name: 'Backup' }).waitFor()
  }

  async number(): Promise<string> {
    await this.openBackup()
    return await this.appPage.main.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
  }

  async write(): Promise<void> {
    const { main } = this.appPage
    await this.openBackup()
    const card = main.getByRole('region', { name: 'Make a backup' })
    await card.getByLabel('Passphrase of the file').fill(passphrase)
    await card.getByLabel('Repeat the passphrase').fill(passphrase)
    await card.getByRole('button', { name: 'Save the backup' }).click()
    await this.app.answerDialog('Save')
    await main.getByText(/^The backup is saved as /).waitFor({ timeout: 60_000 })
  }

  async chooseFile(): Promise<void> {
    const { main } = this.appPage
    await this.openBackup()
    await main.getByRole('button', { name: 'Select a backup file' }).click()
    const offered = async (): Promise<string> =>
      (await this.app.dialog())?.buttons.find((label) => label.endsWith('.cdbackup')) ?? 'none'
    await expect.poll(offered).not.toBe('none')
    await this.app.answerDialog(await offered())
  }

  async unlock(secret = passphrase): Promise<void> {
    // The card above, which writes a backup, has a field of the same name.
    const card = this.appPage.main.getByRole('region', { name: 'Import a backup' })
    await card.getByLabel('Passphrase of the file').fill(secret)
    await card.getByRole('button', { name: 'Open file' }).click()
  }

  /** Imports the file, and answers main's question. @returns what it asked. */
  async takeIn(): Promise<string> {
    await this.chooseFile()
    await this.unlock()
    return await this.import()
  }

  async import(answer: 'Import' | 'Cancel' = 'Import'): Promise<string> {
    const { main } = this.appPage
    await main.getByRole('button', { name: 'Import' }).click({ timeout: 60_000 })
    await expect.poll(async () => (await this.app.dialog())?.buttons ?? []).toContain(answer)
    const { message = '', detail = '' } = (await this.app.dialog()) ?? {}
    await this.app.answerDialog(answer)
    if (answer === 'Import') await main.getByText(/^Imported: /).waitFor()
    return `${message} ${detail}`
  }
}
