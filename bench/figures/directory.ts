import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { address, openBrowser, serveFolder } from '../browser.ts'
import { queryKinds, questionsPerRun, type DirectoryFigures, type Samples } from '../directory/made-up.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { buildPageScript } from '../page-bundle.ts'
import { median, numberText, percentile } from '../statistics.ts'

const count = 100_000
/** A wish: a search may take longer, as it is made in a worker while the page goes on. */
const frameMs = 16.7

// Without these the clock is too coarse and memory is not reported.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}
const FiguresSchema = v.object({
  samples: v.record(v.string(), v.array(v.number())),
  memoryBytes: v.number(),
})

async function measuredInPage({ folder, runs }: Surroundings): Promise<DirectoryFigures> {
  const served = join(folder, 'page')
  await mkdir(served)
  await buildPageScript('directory/page.ts', served)
  const html = '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>'
  await writeFile(join(served, 'index.html'), html)
  const context = await openBrowser(join(folder, 'profile'), [
    '--enable-blink-features=ForceEagerMeasureMemory',
  ])
  try {
    await serveFolder(context, served, { headers })
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(address)
    const figures: unknown = await page.evaluate(`measureDirectory(${count}, ${runs})`)
    return v.parse(FiguresSchema, figures)
  } finally {
    await context.close()
  }
}

const of = (samples: Samples, name: string): readonly number[] => samples[name] ?? []

/** The 95th percentile of a run's questions of all kinds together. */
function slowestOfRuns(samples: Samples, whose: string, runs: number): number[] {
  return Array.from({ length: runs }, (_, run) =>
    percentile(
      queryKinds.flatMap((kind) =>
        of(samples, `${kind}/${whose}`).slice(run * questionsPerRun, (run + 1) * questionsPerRun),
      ),
      95,
    ),
  )
}

function ratios(subject: readonly number[], raw: readonly number[]): number[] {
  return subject.map((value, run) => value / (raw[run] ?? Number.NaN))
}

function linesOf({ samples }: DirectoryFigures, runs: number): readonly Line[] {
  const pharmacies = count.toLocaleString('en')
  const what = `a search among ${pharmacies}, 95th percentile`
  const [subject, scan] = ['subject', 'scan'].map((whose) => slowestOfRuns(samples, whose, runs))
  const storeLine = (name: string, against: string, most: number, key: string): Line => ({
    what: name,
    against,
    unit: '×',
    goal: { bound: 'at most', value: most },
    runs: ratios(of(samples, `${key}/subject`), of(samples, `${key}/raw`)),
  })
  return [
    { what, against: '', unit: 'ms', goal: { bound: 'at most', value: frameMs }, runs: subject ?? [] },
    {
      what,
      against: 'one pass over a lower-cased string for each',
      unit: '×',
      goal: null,
      runs: ratios(subject ?? [], scan ?? []),
    },
    storeLine('keep', 'raw rows with four indexes, as durable', 0.06, 'write'),
    storeLine('load, ready to be searched', 'all raw rows', 1, 'load'),
  ]
}

function detailsOf({ samples }: DirectoryFigures): string {
  const both = (name: string): string =>
    `${numberText(median(of(samples, name)))} / ${numberText(percentile(of(samples, name), 95))}`
  const kinds = queryKinds.map((kind) => `| ${kind} | ${both(`${kind}/subject`)} | ${both(`${kind}/scan`)} |`)
  return ['| ms, median / 95th percentile | Claims Desk | one pass |\n|---|---|---|', ...kinds].join('\n')
}

function notesOf({ samples, memoryBytes }: DirectoryFigures): readonly string[] {
  const ms = (name: string): string => `${numberText(median(of(samples, name)))} ms`
  return [
    'Ours also ranks all that match, and where fewer than 15 do, a second pass allows a typo.',
    `Keeping takes ${ms('write/subject')} (raw rows ${ms('write/raw')}), loading ${ms('load/subject')} (${ms('load/raw')}). Of loading, folding and sorting take ${ms('build/subject')}.`,
    `The worker answers ${ms('usable/subject')} after its start. It holds ${numberText(memoryBytes / 1e6)} MB.`,
  ]
}

async function measure(surroundings: Surroundings): Promise<Outcome> {
  const figures = await measuredInPage(surroundings)
  return {
    lines: linesOf(figures, surroundings.runs),
    notes: notesOf(figures),
    details: detailsOf(figures),
  }
}

/** How the directory of pharmacies is kept, loaded and searched. */
export const figure: Figure = {
  name: 'directory',
  title: 'The offline pharmacies',
  needsBuild: false,
  measure,
}
