import type { CDPSession } from 'playwright-core'
import { alternately, ratiosOf } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { autosaveTime, rawPutTime, sealedBytes } from '../writing/in-page.ts'
import { WritingDesk } from '../writing/writing-desk.ts'

/** Changes of a draft in one run, one after the other. */
const inOneRun = 12

/** How long the page's thread was busy since it was opened, in ms. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const desk = await WritingDesk.open(folder)
  const { page } = desk
  try {
    await desk.writeClaim()
    const bytes = await page.evaluate(sealedBytes)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const busy: number[] = []
    const long: number[] = []
    let changes = 0
    const pairs = await alternately(runs, {
      async ours() {
        const beforeMs = await busyMs(session)
        const times: number[] = []
        let longTasks = 0
        for (let n = 0; n < inOneRun; n += 1) {
          changes += 1
          const typed = await page.evaluate(autosaveTime, `Hit a kerb at low speed, word ${changes}.`)
          times.push(typed.tookMs)
          longTasks += typed.longTasks
        }
        busy.push(((await busyMs(session)) - beforeMs) / inOneRun)
        long.push(longTasks)
        return median(times)
      },
      async raw() {
        const times: number[] = []
        for (let n = 0; n < inOneRun; n += 1) times.push(await page.evaluate(rawPutTime, bytes))
        return median(times)
      },
    })
    const [ours, raw] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.raw))]
    return {
      lines: [
        {
          what: 'autosave a change of a draft, from the change until the page says that it is saved',
          against: `a raw strict IndexedDB put of the same ${bytes.toLocaleString('en')} bytes`,
          unit: '×',
          goal: { bound: 'at most', value: 1.2 },
          runs: ratiosOf(pairs),
        },
        {
          what: `tasks over 50 ms on the page’s thread in ${inOneRun} autosaves`,
          against: '',
          unit: 'tasks',
          goal: { bound: 'at most', value: 0, judged: 'worst' },
          runs: long.slice(1),
        },
        {
          what: 'the page’s thread busy for one autosave',
          against: '',
          unit: 'ms',
          goal: null,
          runs: busy.slice(1),
        },
      ],
      notes: [
        `An autosave takes ${numberText(ours)} ms until the page says that it is saved, a raw put ${numberText(raw)} ms. The page’s thread is busy for ${numberText(median(busy.slice(1)))} ms of it: the form is drawn with what was typed while the browser seals the draft in another thread, only then is it put, and the words change last.`,
      ],
    }
  } finally {
    await desk.close()
  }
}

/** What keeping every change costs whoever types. */
export const figure: Figure = { name: 'autosave', title: 'Autosaving a draft', needsBuild: true, measure }
