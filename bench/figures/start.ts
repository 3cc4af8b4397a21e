import { pairsOf, ratiosOf, seenInTurn, type Seen } from '../alternately.ts'
import type { Figure, Goal, Line, Outcome, Surroundings } from '../figure.ts'
import { paintTimes } from '../start/paint-times.ts'
import { processorMsOf } from '../start/processor-time.ts'
import { emptyApp, keptApp, type Startable } from '../start/started.ts'
import { median, numberText } from '../statistics.ts'

const kept = { pharmacies: 100_000, claims: 10_000, entries: 0 }

/** The moments of one start, in ms from the start of the process. */
interface Start {
  /** The window turns to its page: the host, main and Chromium are there. */
  readonly asked: number
  readonly first: number
  /** The last script before the screen is there. */
  readonly read: number
  readonly screen: number
  /** Processor time of the main process until a moment after the screen is there, host and all. */
  readonly main: number
}

async function startOf(startable: Startable, content: string): Promise<Start> {
  const { app, page, startedAt } = await startable.start()
  const painted = await page.evaluate(paintTimes, content)
  const main = processorMsOf(await app.pid())
  await app.kill()
  return {
    asked: painted.asked - startedAt,
    first: painted.first - startedAt,
    read: painted.read - startedAt,
    screen: painted.largest - startedAt,
    main,
  }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const empty = await emptyApp(folder)
  const full = await keptApp(folder, kept)
  try {
    const starts = await seenInTurn(runs, {
      subject: () => startOf(full, 'main'),
      raw: () => startOf(empty, 'html'),
    })
    const { subject, raw } = starts
    const line = (what: string, goal: Goal, values: readonly number[]): Line => ({
      what,
      against: 'an empty window of the same host',
      unit: '×',
      goal,
      runs: values,
    })
    return {
      lines: [
        line(
          'until the shell is painted',
          { bound: 'at most', value: 1.05 },
          ratiosOf(pairsOf(starts, ({ first }) => first)),
        ),
        line(
          `until the first useful screen, with ${kept.pharmacies.toLocaleString('en')} pharmacies and ${kept.claims.toLocaleString('en')} claims`,
          { bound: 'at most', value: 1.4 },
          subject.map(({ screen }, run) => screen / (raw[run]?.first ?? Number.NaN)),
        ),
      ],
      notes: notesOf(starts),
    }
  } finally {
    await empty.close()
    await full.close()
  }
}

/** Where the time goes, step by step, on both sides. */
function notesOf({ subject, raw }: Seen<Start>): readonly string[] {
  const ms = (starts: readonly Start[], of: (start: Start) => number): string =>
    numberText(median(starts.map(of)))
  const both = (of: (start: Start) => number): string => `${ms(subject, of)} ms (${ms(raw, of)} ms)`
  return [
    `The shell after ${both(({ first }) => first)}, the useful screen after ${ms(subject, ({ screen }) => screen)} ms; in brackets the empty window.`,
    `Until the window turns to its page ${both(({ asked }) => asked)}, then until something is painted ${both(({ first, asked }) => first - asked)}.`,
    `From the shell until the last script is read ${ms(subject, ({ read, first }) => read - first)} ms, then until the screen ${ms(subject, ({ screen, read }) => screen - read)} ms.`,
    `Main, the host in it, takes ${both(({ main }) => main)} of processor time.`,
  ]
}

/** How soon the application can be seen and used. */
export const figure: Figure = { name: 'start', title: 'Starting', needsBuild: true, measure }
