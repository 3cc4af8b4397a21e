import { tasksOf } from '../../e2e/support/processor-time.ts'
import { alternately, ratiosOf, type Pair } from '../alternately.ts'
import { scrollThrough, untilShown, untilWhole } from '../claims-list/in-page.ts'
import { firstPaint, openFilled, type OpenPage } from '../claims-list/open-page.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'

const most = 100_000
const many = 10_000

/** What an officer waits for, and for how many times as long with ten times as many claims at most. */
const waits = [
  {
    name: 'letters typed into the search',
    goal: 4,
    acts: ['i', 'ib', 'iba', 'ibadan', 'ibadan 47', ''].map((value) => ({ act: 'search', value }) as const),
  },
  {
    name: 'a product chosen',
    goal: 4,
    acts: ['keke', 'okada', 'all'].map((value) => ({ act: 'product', value }) as const),
  },
  {
    name: 'sorted by another column',
    goal: 10,
    acts: ['Sort by Estimate', 'Sort by Entered'].map((value) => ({ act: 'sort', value }) as const),
  },
] as const

type Waits = (typeof waits)[number]

async function waitOf({ page }: OpenPage, { acts }: Waits): Promise<number> {
  const times: number[] = []
  for (const act of acts) times.push(await page.evaluate(untilShown, act))
  return median(times)
}

/** MB that the page's own objects take. */
async function heapOf({ page }: OpenPage): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}

async function opened({ page }: OpenPage): Promise<number> {
  const time = await page.evaluate(untilShown, { act: 'open', value: '' } as const)
  await page.goBack()
  await page.locator('[role=grid] [aria-rowindex="2"]').waitFor()
  return time
}

interface Compared {
  readonly name: string
  readonly goal: number
  readonly pairs: readonly Pair[]
}

function lineOf({ name, goal, pairs }: Compared): Line {
  return {
    what: `${most.toLocaleString('en')} claims: ${name}, until it is shown`,
    against: `with ${many.toLocaleString('en')}`,
    unit: '×',
    goal: { bound: 'at most', value: goal },
    runs: ratiosOf(pairs),
  }
}

const both = (pairs: readonly Pair[], side: keyof Pair): string =>
  numberText(median(pairs.map((pair) => pair[side])))

/** The longest task of the page while an officer searches and scrolls, in ms of processor time. */
async function longestTask({ page }: OpenPage): Promise<number> {
  const tasks = await tasksOf(page, async () => {
    for (const { acts } of waits) for (const act of acts) await page.evaluate(untilShown, act)
    await page.evaluate(scrollThrough, { step: 104, frames: 60, isPlain: false })
  })
  return tasks[0] ?? Number.NaN
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const [few, all] = [await openFilled(folder, many), await openFilled(folder, most)]
  try {
    const paints = await alternately(runs, { subject: () => firstPaint(all), raw: () => firstPaint(few) })
    const wholeMs: number[] = []
    for (const [page, count] of [
      [few, many],
      [all, most],
    ] as const) {
      const startMs = performance.now()
      await page.page.evaluate(untilWhole, count)
      wholeMs.push(performance.now() - startMs)
    }
    const compared: Compared[] = [{ name: 'the list, opened', goal: 1.5, pairs: paints }]
    for (const each of waits) {
      const pairs = await alternately(runs, {
        subject: () => waitOf(all, each),
        raw: () => waitOf(few, each),
      })
      compared.push({ ...each, pairs })
    }
    const opening = await alternately(runs, { subject: () => opened(all), raw: () => opened(few) })
    compared.push({ name: 'a claim, opened', goal: 1.5, pairs: opening })
    const tasks = [await longestTask(few), await longestTask(all)]
    const heaps = [await heapOf(few), await heapOf(all)]
    return {
      lines: compared.map(lineOf),
      notes: [
        ...compared.map(
          ({ name, pairs }) => `${name}: ${both(pairs, 'subject')} ms (${both(pairs, 'raw')} ms).`,
        ),
        `The last claim can be scrolled to ${wholeMs.map((ms) => `${numberText(ms / 1000)} s`).join(' and ')} after the first ones are painted.`,
        `The longest task of the page takes ${tasks.map((ms) => `${numberText(ms)} ms`).join(' and ')} of processor time.`,
        `The page’s objects take ${heaps.map((mb) => `${numberText(mb)} MB`).join(' and ')}.`,
      ],
    }
  } finally {
    await few.close()
    await all.close()
  }
}

/** What a hundred thousand claims cost an officer who works with ten thousand today. */
export const figure: Figure = {
  name: 'claims-many',
  title: 'A hundred thousand claims',
  needsBuild: true,
  measure,
}
