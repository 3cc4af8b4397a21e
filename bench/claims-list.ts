import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { openClaims, scrollThrough, typeSearch, type ScrollFigures } from './claims-list/in-page.ts'
import { putDesk } from './claims-list/page-desk.ts'

/*
 * Measures the list of claims in Debian's Chromium over the built page: `electron-vite build && node
 * bench/claims-list.ts`. The lists are kept (sealed, in chunks) by a first load; every measured load has no connection.
 */

const root = join(import.meta.dirname, '..', 'out', 'renderer')
const address = 'https://bench.localhost/'
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const claims = 10_000
const runs = 9

interface Desk {
  readonly page: Page
  close(): Promise<void>
}

async function openDesk(count: number): Promise<Desk> {
  const profile = await mkdtemp(join(homedir(), '.bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox'],
    viewport: { width: 1024, height: 700 },
  })
  await serve(context)
  const page = context.pages()[0] ?? (await context.newPage())
  await putDesk(page, count)
  await page.goto(address)
  await page.evaluate(openClaims)
  await page.waitForFunction(async () => {
    const asked = indexedDB.open('claims-desk-practice')
    const database = await new Promise<IDBDatabase>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
    const counted = database.transaction('claimLists').objectStore('claimLists').count()
    const lists = await new Promise<number>((resolve) => {
      counted.onsuccess = () => resolve(counted.result)
    })
    database.close()
    return lists === 2
  })
  return {
    page,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function serve(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const body = await readFile(join(root, name)).catch(() => null)
    if (body === null) await route.fulfill({ status: 404 })
    else await route.fulfill({ body, contentType: types[extname(name)] ?? 'application/octet-stream' })
  })
}

async function firstPaint({ page }: Desk): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return await page.evaluate(openClaims)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function scrolls(desk: Desk, step: number, isPlain: boolean): Promise<ScrollFigures[]> {
  const figures: ScrollFigures[] = []
  for (let run = 0; run < runs; run += 1) {
    figures.push(await desk.page.evaluate(scrollThrough, { step, frames: 240, isPlain }))
  }
  return figures
}

function scrollLine(name: string, figures: readonly ScrollFigures[]): string {
  const dropped = figures.map((figure) => figure.dropped)
  const most = Math.max(...figures.map(({ mostRows }) => mostRows))
  return `| ${name} | ${median(dropped)} of ${figures[0]?.frames ?? 0} | ${dropped.join(', ')} | ${most} |`
}

const empty = await openDesk(0)
const few = await openDesk(20)
const full = await openDesk(claims)
const paints = { empty: [] as number[], few: [] as number[], full: [] as number[] }
for (let run = 0; run < runs; run += 1) {
  paints.empty.push(await firstPaint(empty))
  paints.few.push(await firstPaint(few))
  paints.full.push(await firstPaint(full))
}
console.log(
  `\n| Opening “Claims” from what is kept, until painted | median ms of ${runs} | all |\n|---|---|---|`,
)
for (const [name, times] of [
  ['empty lists', paints.empty],
  ['20 claims', paints.few],
  [`${claims.toLocaleString('en')} claims`, paints.full],
] as const) {
  console.log(`| ${name} | ${median(times).toFixed(0)} | ${times.map((ms) => ms.toFixed(0)).join(', ')} |`)
}
const against = (base: readonly number[]): string => (median(paints.full) / median(base)).toFixed(2)
console.log(`| 10,000 against empty | ${against(paints.empty)} | |`)
console.log(`| 10,000 against 20 | ${against(paints.few)} | |`)

// Everything searchable is ready by then; the letters below would make it ready otherwise.
const letters: number[] = []
for (let run = 0; run < runs; run += 1) letters.push(...(await full.page.evaluate(typeSearch, 'ibadan 4711')))
console.log(`\n| Search in ${claims.toLocaleString('en')} claims, a letter | ms |\n|---|---|`)
console.log(`| median | ${median(letters).toFixed(1)} |`)
console.log(
  `| 95th percentile | ${(letters.toSorted((one, other) => one - other)[Math.floor(letters.length * 0.95)] ?? 0).toFixed(1)} |`,
)

console.log(
  '\n| Scrolling, frames over 25 ms | median | runs | most rows in the document |\n|---|---|---|---|',
)
for (const [words, step] of [
  ['104 px a frame (two rows)', 104],
  ['2,080 px a frame (the scroll bar dragged)', 2080],
] as const) {
  console.log(scrollLine(`plain empty box, ${words}`, await scrolls(full, step, true)))
  console.log(scrollLine(`list of claims, ${words}`, await scrolls(full, step, false)))
}
await empty.close()
await few.close()
await full.close()
