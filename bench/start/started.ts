import { mkdir, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { runTestInsurer, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { products } from '#shared/domain/product.ts'
import { accept, launchConnected } from '../../e2e/support/connected.ts'
import type { AppPage } from '../../e2e/pages/app-page.ts'
import type { TestApp } from '../../e2e/support/test-app.ts'
import { keyringOfFile } from '../../e2e/support/keyrings.ts'
import { StandInApp } from '../../e2e/support/stand-in-app.ts'
import { buildPageScript } from '../page-bundle.ts'
import { request } from '../../e2e/support/request.ts'

/** An application that was just started. */
export interface Started {
  readonly app: TestApp
  readonly page: Page
  /** When its process was started, in ms since the epoch. */
  readonly startedAt: number
}

/** An application that can be started repeatedly on its stored data. */
export interface Startable {
  start(): Promise<Started>
  close(): Promise<void>
}

async function started(app: TestApp): Promise<Started> {
  await app.kill()
  const startedAt = Date.now()
  await app.restart()
  return { app, page: await app.window(), startedAt }
}

/** An application of the same host that does nothing but open one window. */
export async function emptyApp(folder: string): Promise<Startable> {
  const appDir = join(folder, 'empty')
  await mkdir(join(appDir, 'out/main'), { recursive: true })
  const about = { name: 'empty', version: '1.0.0', type: 'module' }
  await writeFile(join(appDir, 'package.json'), JSON.stringify(about))
  const source = readFileSync(join(import.meta.dirname, 'empty-app.ts'), 'utf8')
  await writeFile(join(appDir, 'out/main/index.js'), stripTypeScriptTypes(source))
  const app = await StandInApp.launch(join(folder, 'empty-data'), { appDir })
  return { start: () => started(app), close: () => app.kill() }
}

/** The stored data with which an application starts. */
export interface Kept {
  readonly pharmacies: number
  readonly claims: number
  /** Entries that wait in the outbox. */
  readonly entries: number
}

/** The built application with a keyring and a key, in an environment whose server does not answer. */
export async function keptApp(folder: string, kept: Kept): Promise<Startable> {
  const dataDir = join(folder, `kept-${kept.entries}`)
  await mkdir(dataDir)
  const keyring = await keyringOfFile(dataDir)
  await keyring.become('present')
  const server = await practiceServer(join(dataDir, 'server.jsonl'))
  const launch = (options: { readonly dataDir?: string } = {}): Promise<TestApp> =>
    StandInApp.launch(options.dataDir ?? dataDir, { ...options, ...keyring.startWith })
  const connected = await launchConnected(launch, dataDir, server)
  const { app } = connected
  const open = async (): Promise<AppPage> => await connected.page()
  if (kept.claims > 0) await readLists((await open()).page, server, kept.claims)
  await server.disconnect()
  if (kept.pharmacies > 0) await fill((await open()).page, folder, `sandbox ${server.url}`, kept.pharmacies)
  for (let from = 0; from < kept.entries; from += 500) {
    const count = Math.min(500, kept.entries - from)
    await accept(
      await open(),
      Array.from({ length: count }, (_, index) => submission(from + index)),
    )
  }
  return {
    start: () => started(app),
    async close() {
      await app.kill()
      await server.close()
    },
  }
}

const submission = (index: number) =>
  claimSubmission({ policyNumber: `KKP/2026/LA/${index}` }, { branchReference: newBranchReference() })

async function practiceServer(file: string): Promise<TestInsurer> {
  return await runTestInsurer({ file, key: 'bench-key' })
}

/** Has main read and keep so many claims of the insurer's, half of them of each product. */
async function readLists(page: Page, server: TestInsurer, claims: number): Promise<void> {
  server.behave({ list: { otherRows: claims / products.length } })
  for (const product of products) await request(page, 'claims:read-list', { product })
  const states = await request(page, 'claims:lists')
  const kept = products.reduce((sum, product) => sum + (states[product].kept?.count ?? 0), 0)
  if (kept < claims) throw new Error(`Only ${kept} claims were kept.`)
}

async function fill(page: Page, folder: string, insurer: string, pharmacies: number): Promise<void> {
  const built = join(folder, 'fill')
  await buildPageScript('start/fill.ts', built)
  await page.evaluate(readFileSync(join(built, 'page.js'), 'utf8'))
  await page.evaluate(`fillPage('${insurer}', ${pharmacies})`)
}
