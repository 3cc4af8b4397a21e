import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import * as v from 'valibot'
import { build } from 'vite'
import { msText, percentile, type DirectoryFigures } from './directory/samples.ts'

/*
 * Measures the kept directory of pharmacies in Debian's Chromium: `node bench/directory.ts [count …]`. The page is
 * built from the application's own code; the profile is on a real disk, as IndexedDB of an incognito window is in
 * memory. The table is printed and written into bench/README.md.
 */

const address = 'https://bench.localhost/'
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' }

const FiguresSchema = v.object({
  count: v.number(),
  samples: v.record(v.string(), v.array(v.number())),
  memoryBytes: v.number(),
})

async function measured(folder: string, count: number): Promise<DirectoryFigures> {
  const profile = await mkdtemp(join(homedir(), '.bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--enable-blink-features=ForceEagerMeasureMemory'],
  })
  try {
    await serve(context, folder)
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(address)
    const figures: unknown = await page.evaluate(`measureDirectory(${count})`)
    return v.parse(FiguresSchema, figures)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function serve(context: BrowserContext, folder: string): Promise<void> {
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const body =
      name === 'index.html'
        ? '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>'
        : await readFile(join(folder, name)).catch(() => null)
    if (body === null) await route.fulfill({ status: 404, headers })
    else
      await route.fulfill({
        body,
        headers: { ...headers, 'Content-Type': types[extname(name)] ?? 'text/plain' },
      })
  })
}

function tableOf({ count, samples, memoryBytes }: DirectoryFigures): string {
  const of = (name: string): readonly number[] => samples[name] ?? []
  const median = (name: string): number => percentile(of(name), 50)
  const spread = (name: string): string => {
    const [low, high] = [Math.min(...of(name)), Math.max(...of(name))]
    return `${msText(median(name))} (${msText(low)}–${msText(high)})`
  }
  const ratio = (what: string): string => (median(`${what}/ours`) / median(`${what}/raw`)).toFixed(3)
  const both = (name: string): string => `${msText(median(name))} / ${msText(percentile(of(name), 95))}`
  const kinds = ['prefix', 'word', 'substring', 'typo', 'miss'].map(
    (kind) =>
      `| ${kind} | ${both(`${kind}/ours`)} | ${both(`${kind}/scan`)} | ${both(`${kind}/minisearch`)} |`,
  )
  return `### ${count.toLocaleString('en')} pharmacies

| ms, median (spread) | ours | raw IndexedDB rows, four indexes | ratio |
|---|---|---|---|
| write and publish | ${spread('write/ours')} | ${spread('write/raw')} | ${ratio('write')} |
| load all into memory, index too | ${spread('load/ours')} | ${spread('load/raw')} | ${ratio('load')} |
| one page of 15 (ours: asked of the worker) | ${both('page/ours')} (p95) | ${both('page/raw')} (p95) | ${ratio('page')} |
| build the index | ${spread('build/ours')} | MiniSearch: ${spread('build/minisearch')} | |
| worker started to first answer | ${spread('usable/ours')} | | |
| a search asked of the worker, there and back | ${both('round trip/ours')} (p95) | | |

| query, ms, median / 95th percentile | ours | array scan | MiniSearch |
|---|---|---|---|
${kinds.join('\n')}

The worker holds ${(memoryBytes / 1e6).toFixed(1)} MB more than the page before it was opened.
`
}

async function writeSection(text: string): Promise<void> {
  const file = join(import.meta.dirname, 'README.md')
  const [begin, end] = ['<!-- directory: begin -->', '<!-- directory: end -->']
  const section = `${begin}\n\n${text}\n${end}`
  const before = await readFile(file, 'utf8').catch(() => '# Benchmarks\n')
  const start = before.indexOf(begin)
  const after =
    start === -1
      ? `${before}\n${section}\n`
      : before.slice(0, start) + section + before.slice(before.indexOf(end) + end.length)
  await writeFile(file, after)
}

const counts = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(homedir(), '.bench-'))
try {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    base: '/',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'directory/page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  const tables: string[] = []
  for (const count of counts.length === 0 ? [10_000, 100_000] : counts) {
    const table = tableOf(await measured(folder, count))
    console.log(table)
    tables.push(table)
  }
  const about = `## The kept directory of pharmacies

\`node bench/directory.ts\` measures the application's own code in Debian's Chromium, everything in one page, what is
compared in turn: seven runs of writing, building and loading, 300 pages, 400 queries of each kind with the same limit
of 15 results. Both writes are strictly durable. A query of ours also counts all that match and ranks them; the scan
counts them too.
`
  if (counts.length === 0) await writeSection(`${about}\n${tables.join('\n')}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
