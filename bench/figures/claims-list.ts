import { tasksOf } from '../../e2e/support/processor-time.ts'
import { alternately, ratiosOf } from '../alternately.ts'
import { scrollThrough, typeSearch, untilWhole, type ScrollFigures } from '../claims-list/in-page.ts'
import { firstPaint, openFilled, type OpenPage } from '../claims-list/open-page.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { median, numberText, percentile } from '../statistics.ts'

const many = 10_000
const few = 100
const frames = 120

const steps = [
  { step: 104, name: 'two rows a frame' },
  { step: 2080, name: 'forty rows a frame, as the bar is dragged' },
] as const

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

function notesOf(paints: Readonly<Record<'subject' | 'raw', readonly number[]>>, all: readonly Scrolled[]) {
  const ms = (values: readonly number[]): string => `${numberText(median(values))} ms`
  const scrolls = all.map(({ name, list, plain, longestTaskMs }) => {
    const busy = (runs: readonly ScrollFigures[]): string => ms(runs.map(({ busyMs }) => busyMs))
    return `${name}: busy for ${busy(list)} of a frame’s 16.7 ms (plain box ${busy(plain)}), the longest task ${numberText(longestTaskMs)} ms`
  })
  return [
    `From the click until painted ${ms(paints.subject)}, with no claims ${ms(paints.raw)}.`,
    `Dropped: more than half a frame late. ${scrolls.join('; ')} of processor time.`,
  ]
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
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
    await some.page.evaluate(untilWhole, few)
    await full.page.evaluate(untilWhole, many)
    const rowsOf = async ({ page }: OpenPage): Promise<number> =>
      (await page.evaluate(scrollThrough, { step: 104, frames: 30, isPlain: false })).mostRows
    const rows = await alternately(runs, { subject: () => rowsOf(full), raw: () => rowsOf(some) })
    // Scrolling comes first: typing below would make everything searchable at once.
    const all = await scrolled(full, runs)
    const letters: number[] = []
    for (let run = 0; run < runs; run += 1)
      letters.push(...(await full.page.evaluate(typeSearch, 'ibadan 47')))
    const paints = { subject: pairs.map(({ subject }) => subject), raw: pairs.map(({ raw }) => raw) }
    return {
      lines: [
        {
          what: 'first paint',
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
      notes: [
        ...notesOf(paints, all),
        `A letter typed into the search shows after ${numberText(median(letters))} ms (95th percentile ${numberText(percentile(letters, 95))} ms).`,
      ],
    }
  } finally {
    for (const opened of pages) await opened.close()
  }
}

/** How the list of claims opens and scrolls. */
export const figure: Figure = {
  name: 'claims-list',
  title: 'The list of 10,000 claims',
  needsBuild: true,
  measure,
}
