import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { tasksOf } from '../../e2e/support/processor-time.ts'
import { alternately, ratiosOf } from '../alternately.ts'
import { scrollThrough, type ScrollFigures } from '../claims-list/in-page.ts'
import { firstPaint, openFilled, type OpenPage } from '../claims-list/open-page.ts'
import { TableMeasured, type TableOrder } from '../claims-list/orders.ts'
import { longestOf } from '../claims-list/turns.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { answerOfProcess } from '../process-answer.ts'
import { median, numberText, percentile } from '../statistics.ts'

const many = 10_000
const few = 100
const frames = 120

const steps = [
  { step: 72, name: 'two rows a frame' },
  { step: 1440, name: 'forty rows a frame, as the bar is dragged' },
] as const

type Tables = readonly TableMeasured[]

/** Opens and searches the list in main, each time in a fresh process. */
async function tablesIn(folder: string, runs: number): Promise<Tables> {
  await mkdir(folder)
  const file = join(import.meta.dirname, '../claims-list/reader-process.ts')
  const order = <T>(side: TableOrder['side'], schema: v.GenericSchema<unknown, T>): Promise<T> =>
    answerOfProcess(file, { side, folder } satisfies TableOrder, schema)
  await order('fill', v.null())
  const tables: TableMeasured[] = []
  for (let run = 0; run < runs; run += 1) tables.push(await order('measure', TableMeasured))
  return tables
}

type Of = (measured: TableMeasured) => number

const firstLetter: Of = ({ letterMs }) => letterMs[0] ?? Number.NaN
const slowLetter: Of = ({ letterMs }) => percentile(letterMs, 95)

/** The longest turn of the event loop, however long others kept the processor. */
const longestTurn: Of = ({ turns }) => longestOf(Object.values(turns)).workedMs

function tableLines(tables: Tables): readonly Line[] {
  const ms = (what: string, most: number, of: Of): Line => ({
    what,
    against: '',
    unit: 'ms',
    goal: { bound: 'at most', value: most },
    runs: tables.map(of),
  })
  return [
    ms('main: the first window of a list that was not open', 150, ({ coldMs }) => coldMs),
    ms('main: another window of the open list', 30, ({ openMs }) => openMs),
    ms('main: a window after the outbox has changed', 30, ({ changedMs }) => changedMs),
    ms('main: the first letter of a search', 30, firstLetter),
    ms('main: a letter of a search, 95th percentile', 30, slowLetter),
    ms('main: the longest turn during all that, processor time', 16, longestTurn),
  ]
}

const turnNames = {
  cold: 'the first window',
  preparing: 'search texts prepared',
  open: 'another window',
  letters: 'letters',
  changed: 'after the outbox has changed',
  sorted: 'sorted by another column',
} as const

function tableNotes(tables: Tables): readonly string[] {
  const text = (of: Of): string => numberText(median(tables.map(of)))
  const turns = Object.entries(turnNames).map(([key, name]) => {
    const ms = text(({ turns: all }) => all[key]?.ms ?? Number.NaN)
    const worked = text(({ turns: all }) => all[key]?.workedMs ?? Number.NaN)
    return `${name} ${ms} ms (${worked} ms)`
  })
  return [
    `10,000 of the insurer’s claims, 4,500 of them ours, 500 waiting, 200 taken back, 50 drafts; a fresh process each time, a window of 150 rows.`,
    `In another order ${text(({ sortedMs }) => sortedMs)} ms. Longest turns (processor time): ${turns.join(', ')}.`,
  ]
}

interface Scrolled {
  readonly name: string
  /** Processor time of the longest tasks of one more scroll, in ms: what the page does itself in its worst frame. */
  readonly longestTaskMs: number
  readonly list: readonly ScrollFigures[]
  readonly plain: readonly ScrollFigures[]
}

async function scrolled(opened: OpenPage, runs: number): Promise<readonly Scrolled[]> {
  const all: Scrolled[] = []
  for (const { step, name } of steps) {
    const list: ScrollFigures[] = []
    const plain: ScrollFigures[] = []
    for (let run = 0; run < runs; run += 1) {
      plain.push(await opened.page.evaluate(scrollThrough, { step, frames, isPlain: true }))
      list.push(await opened.page.evaluate(scrollThrough, { step, frames, isPlain: false }))
    }
    const tasks = await tasksOf(opened.page, () =>
      opened.page.evaluate(scrollThrough, { step, frames, isPlain: false }),
    )
    all.push({ name, list, plain, longestTaskMs: tasks[0] ?? Number.NaN })
  }
  return all
}

function scrollLine({ name, list, plain }: Scrolled): Line {
  return {
    what: `scrolling, ${name}: frames of ${frames} dropped`,
    against: 'a plain box, its own dropped frames taken off',
    unit: 'frames',
    goal: { bound: 'at most', value: 0 },
    runs: list.map(({ dropped }, run) => Math.max(0, dropped - (plain[run]?.dropped ?? 0))),
  }
}

function pageNotes(
  paints: Readonly<Record<'subject' | 'raw', readonly number[]>>,
  all: readonly Scrolled[],
): readonly string[] {
  const ms = (values: readonly number[]): string => `${numberText(median(values))} ms`
  const scrolls = all.map(({ name, list, plain, longestTaskMs }) => {
    const busy = (runs: readonly ScrollFigures[]): string => ms(runs.map(({ busyMs }) => busyMs))
    const blank = numberText(median(list.map((run) => run.blank)))
    return `${name}: ${busy(list)} of a frame’s 16.7 ms (plain box ${busy(plain)}), longest task ${numberText(longestTaskMs)} ms, rows still to come in ${blank} frames`
  })
  return [
    `The page: painted ${ms(paints.subject)} after the click, with no claims ${ms(paints.raw)}.`,
    `Dropped: more than half a frame late. ${scrolls.join('; ')}.`,
  ]
}

async function measurePage(folder: string, runs: number): Promise<Outcome> {
  const pages: OpenPage[] = []
  const open = async (count: number): Promise<OpenPage> => {
    const opened = await openFilled(folder, count)
    pages.push(opened)
    return opened
  }
  try {
    const [none, some, full] = [await open(0), await open(few), await open(many)]
    const pairs = await alternately(runs, { subject: () => firstPaint(full), raw: () => firstPaint(none) })
    await firstPaint(some)
    const rowsOf = async ({ page }: OpenPage): Promise<number> =>
      (await page.evaluate(scrollThrough, { step: 80, frames: 30, isPlain: false })).mostRows
    const rows = await alternately(runs, { subject: () => rowsOf(full), raw: () => rowsOf(some) })
    const all = await scrolled(full, runs)
    const paints = { subject: pairs.map(({ subject }) => subject), raw: pairs.map(({ raw }) => raw) }
    return {
      lines: [
        {
          what: 'page: first paint',
          against: 'an empty list',
          unit: '×',
          goal: { bound: 'at most', value: 1.5 },
          runs: ratiosOf(pairs),
        },
        ...all.map(scrollLine),
        {
          what: 'rows in the page',
          against: `with ${few}`,
          unit: '×',
          goal: { bound: 'at most', value: 1, judged: 'worst' },
          runs: ratiosOf(rows),
        },
      ],
      notes: pageNotes(paints, all),
    }
  } finally {
    for (const opened of pages) await opened.close()
  }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const tables = await tablesIn(join(folder, 'tables'), runs)
  const page = await measurePage(folder, runs)
  return {
    lines: [...tableLines(tables), ...page.lines],
    notes: [...tableNotes(tables), ...page.notes],
  }
}

/** How the list of claims opens, is searched, and scrolls. */
export const figure: Figure = {
  name: 'claims-list',
  title: 'The list of 10,000 claims',
  needsBuild: true,
  measure,
}
