import { pairsOf, ratiosOf, seenInTurn, type Pair, type Seen } from '../alternately.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { settledMemoryOf, type Memory } from '../start/memory.ts'
import { emptyApp, keptApp, type Startable } from '../start/started.ts'
import { median, numberText } from '../statistics.ts'

const entries = 10_000

/** One start, once it has stopped moving: with its window, and later without. */
interface Run {
  readonly open: Memory
  readonly closed: Memory
}

async function runOf(startable: Startable): Promise<Run> {
  const { app, page } = await startable.start()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const pid = await app.pid()
  const open = await settledMemoryOf(pid)
  await app.closeWindow()
  const closed = await settledMemoryOf(pid)
  await app.kill()
  return { open, closed }
}

type Of = (run: Run) => number

function line(what: string, how: string, most: number, pairs: readonly Pair[]): Line {
  return {
    what,
    against: `an empty application of the same host, ${how}`,
    unit: '×',
    goal: { bound: 'at most', value: most },
    runs: ratiosOf(pairs),
  }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const empty = await emptyApp(folder)
  const fresh = await keptApp(folder, { pharmacies: 0, claims: 0, entries: 0 })
  const full = await keptApp(folder, { pharmacies: 0, claims: 0, entries })
  const compared = (subject: Startable): Promise<Seen<Run>> =>
    seenInTurn(runs, { subject: () => runOf(subject), raw: () => runOf(empty) })
  try {
    const start = await compared(fresh)
    const tray = await compared(full)
    return {
      lines: [
        line(
          'memory after the start',
          'with its window',
          1.05,
          pairsOf(start, (run) => run.open.all),
        ),
        line(
          `memory in the tray, with ${entries.toLocaleString('en')} entries kept`,
          'its window closed',
          1.25,
          pairsOf(tray, (run) => run.closed.all),
        ),
      ],
      notes: notesOf(start, tray),
    }
  } finally {
    for (const app of [empty, fresh, full]) await app.close()
  }
}

/** Where the memory is, by process. */
function notesOf(start: Seen<Run>, tray: Seen<Run>): readonly string[] {
  const mb = (runs: readonly Run[], of: Of): string => `${numberText(median(runs.map(of)))} MB`
  const both = (from: Seen<Run>, of: Of): string => `${mb(from.subject, of)} (${mb(from.raw, of)})`
  const rest = ({ open }: Run): number => open.all - open.main - open.pages
  return [
    `All processes (the empty application): ${both(start, (run) => run.open.all)} after the start; in the tray, main alone, ${both(start, (run) => run.closed.all)}, with ${entries.toLocaleString('en')} entries ${both(tray, (run) => run.closed.all)}, with its window ${both(tray, (run) => run.open.all)}.`,
    `After the start: main ${both(start, (run) => run.open.main)}, pages ${both(start, (run) => run.open.pages)}, the rest of Chromium ${both(start, rest)}.`,
  ]
}

/** What the application takes while it is used, and while it waits in the tray. */
export const figure: Figure = { name: 'memory', title: 'Memory', needsBuild: true, measure }
