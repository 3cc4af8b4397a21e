import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { AppPage } from '../pages/app-page.ts'
import type { TestApp, LaunchOptions } from './test-app.ts'
import { request } from './request.ts'

/** An application connected to a server of the test's, as the sandbox environment. */
export interface ConnectedApp {
  readonly app: TestApp
  /** The window that is open now. */
  page(): Promise<AppPage>
  /** Kills everything, starts again, and gives the key where the host keeps none. */
  killAndRestart(): Promise<AppPage>
}

/** Starts the application with settings on the disk, as an earlier run would have left them. */
export async function launchWith(
  launch: (options?: LaunchOptions) => Promise<TestApp>,
  dataDir: string,
  settings: Partial<Settings>,
  options: LaunchOptions = {},
): Promise<TestApp> {
  const folder = join(dataDir, 'desk')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ ...defaultSettings, ...settings }))
  return await launch({ ...options, dataDir: folder })
}

/** Starts the application connected to the server, with its key set. */
export async function launchConnected(
  launch: (options?: LaunchOptions) => Promise<TestApp>,
  dataDir: string,
  server: TestInsurer,
  more: { readonly settings?: Partial<Settings>; readonly options?: LaunchOptions } = {},
): Promise<ConnectedApp> {
  const settings: Partial<Settings> = {
    configured: true,
    environment: 'sandbox',
    sandboxBaseUrl: server.url,
    liveBaseUrl: '',
    // It stands on Today, and asks the server by itself.
    directoryOffered: [`sandbox ${server.url}`],
    ...more.settings,
  }
  const app = await launchWith(launch, dataDir, settings, more.options)
  const open = async (): Promise<AppPage> => new AppPage(await app.window())
  const ready = async (): Promise<AppPage> => {
    const page = await open()
    await giveKey(page, server.key, app)
    await page.main.getByRole('heading', { name: 'Today' }).waitFor()
    return page
  }
  await ready()
  return {
    app,
    page: open,
    async killAndRestart() {
      await app.kill()
      await app.restart()
      return await ready()
    },
  }
}

/**
 * Sets the key unless it is kept: a computer without a keyring forgets it when the application ends.
 *
 * @param asking answers the question about the address; null where the organisation set it
 */
export async function giveKey(
  { page }: AppPage,
  key: string,
  asking: Pick<TestApp, 'answerDialog'> | null,
): Promise<void> {
  const status = await request(page, 'app:status')
  if (!['none', 'forgotten'].includes(status.key.type)) return
  // Main opens no dialog that nobody's key press or click led to.
  await page.keyboard.press('Shift')
  await Promise.all([request(page, 'key:set', { key }), asking?.answerDialog('Send them there')])
}

/** Has main accept entries as the page does, where a spec is about what comes after. */
export async function accept({ page }: AppPage, submissions: readonly Submission[]): Promise<void> {
  const refused = await page.evaluate(async (entries) => {
    const answers = await Promise.all(entries.map((entry) => window.bridge.request('outbox:accept', entry)))
    return answers.flatMap((answer) => (answer.ok ? [] : [answer.error.type]))
  }, submissions)
  if (refused.length > 0) throw new Error(`Main refused ${refused.join(', ')}.`)
}
