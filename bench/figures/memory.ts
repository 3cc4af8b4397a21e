import { alternately, ratiosOf, type Pair } from '../alternately.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { settledMemoryOf } from '../start/memory.ts'
import { emptyApp, keptDesk, type Startable } from '../start/started.ts'
import { median, numberText } from '../statistics.ts'

const entries = 10_000

/** MB of one start, first with its window, then without. */
interface Memory {
  readonly open: number
  readonly closed: number
}

async function memoryOfStart(app: Startable): Promise<Memory> {
  const { desk, page } = await app.start()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const pid = await desk.pid()
  const open = await settledMemoryOf(pid)
  await desk.closeWindow()
  const closed = await settledMemoryOf(pid)
  await desk.kill()
  return { open, closed }
}

/** Measures both applications in turn. @returns a pair with the window, and one without, for each run. */
async function compared(
  runs: number,
  sides: { readonly ours: Startable; readonly raw: Startable },
): Promise<{ readonly open: readonly Pair[]; readonly closed: readonly Pair[] }> {
  const closed: { ours: number[]; raw: number[] } = { ours: [], raw: [] }
  const side = (name: 'ours' | 'raw') => async (): Promise<number> => {
    const memory = await memoryOfStart(sides[name])
    closed[name].push(memory.closed)
    return memory.open
  }
  const open = await alternately(runs, { ours: side('ours'), raw: side('raw') })
  const ours = closed.ours.slice(-runs)
  return { open, closed: closed.raw.slice(-runs).map((raw, run) => ({ raw, ours: ours[run] ?? Number.NaN })) }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const empty = await emptyApp(folder)
  const fresh = await keptDesk(folder, { pharmacies: 0, claims: 0, entries: 0 })
  const full = await keptDesk(folder, { pharmacies: 0, claims: 0, entries })
  try {
    const start = await compared(runs, { ours: fresh, raw: empty })
    const tray = await compared(runs, { ours: full, raw: empty })
    const against = (how: string): string => `an empty application of the same host, ${how}`
    const line = (what: string, how: string, most: number, pairs: readonly Pair[]): Line => ({
      what,
      against: against(how),
      unit: '×',
      goal: { bound: 'at most', value: most },
      runs: ratiosOf(pairs),
    })
    const mb = (pairs: readonly Pair[]): string =>
      `${numberText(median(pairs.map(({ ours }) => ours)))} MB against ${numberText(median(pairs.map(({ raw }) => raw)))} MB`
    return {
      lines: [
        line('memory after the start', 'with its window', 1.05, start.open),
        line(
          `memory in the tray, with ${entries.toLocaleString('en')} entries kept`,
          'its window closed',
          1.25,
          tray.closed,
        ),
      ],
      notes: [
        `All processes together, shared pages in parts: ${mb(start.open)} after the start, ${mb(start.closed)} in the tray with nothing kept, ${mb(tray.closed)} with ${entries.toLocaleString('en')} entries waiting, and with its window ${mb(tray.open)}. In the stand-in's tray only the main process is left; it holds the stand-in as well.`,
      ],
    }
  } finally {
    for (const app of [empty, fresh, full]) await app.close()
  }
}

/** What the application takes while it is used, and while it waits in the tray. */
export const figure: Figure = { name: 'memory', title: 'Memory', needsBuild: true, measure }
