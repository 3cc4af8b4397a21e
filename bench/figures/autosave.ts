import { join } from 'node:path'
import { alternately, ratiosOf, type Pair } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { BarePage } from '../writing/bare-page.ts'
import { busyTimeOf, type BusyTime } from '../writing/busy-time.ts'
import { autosaveTime, bareAutosaveTime, rawPutTime, sealedBytes, type Typed } from '../writing/in-page.ts'
import { WritingApp } from '../writing/writing-app.ts'

/** Changes of a draft in one run, one after the other. */
const inOneRun = 12

type Times = Omit<Typed, 'longTasks' | 'drewFirst'>

/** One run of the application. */
interface Run {
  /** The median of its autosaves. */
  readonly typed: Times
  readonly longTasks: number
  /** In how many of its autosaves the letter was drawn before the put was complete. */
  readonly drewFirst: number
  /** For one autosave. */
  readonly busy: BusyTime
}

interface BareRun {
  readonly tookMs: number
  readonly drewFirst: number
  readonly busyMs: number
}

/** What was measured, run by run; what comes beside the pairs has the run in front that warms up. */
interface Measured {
  readonly bytes: number
  readonly pairs: readonly Pair[]
  readonly runs: readonly Run[]
  /** The same put in an empty page that shows what was typed. */
  readonly bare: readonly BareRun[]
}

async function each<T>(measureOne: (n: number) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = []
  for (let n = 0; n < inOneRun; n += 1) all.push(await measureOne(n))
  return all
}

function countOf(all: readonly Pick<Typed, 'drewFirst'>[]): number {
  return all.filter(({ drewFirst }) => drewFirst).length
}

function perAutosave(before: BusyTime, after: BusyTime): BusyTime {
  const each = (name: keyof BusyTime): number => (after[name] - before[name]) / inOneRun
  return { all: each('all'), style: each('style'), layout: each('layout') }
}

async function measureBoth(app: WritingApp, bare: BarePage, runs: number): Promise<Measured> {
  const { page } = app
  await app.writeClaim()
  const bytes = await page.evaluate(sealedBytes)
  const [busy, bareBusy] = [await busyTimeOf(page), await busyTimeOf(bare.page)]
  const subject: Run[] = []
  const bares: BareRun[] = []
  let changes = 0
  const text = (): string => `Hit a kerb at low speed, word ${(changes += 1)}.`
  const pairs = await alternately(runs, {
    async subject() {
      const before = await busy()
      const all = await each(() => page.evaluate(autosaveTime, text()))
      const middle = (name: keyof Times): number => median(all.map((typed) => typed[name]))
      const typed = {
        tookMs: middle('tookMs'),
        sealedMs: middle('sealedMs'),
        putMs: middle('putMs'),
        completeMs: middle('completeMs'),
      }
      const longTasks = all.reduce((sum, one) => sum + one.longTasks, 0)
      subject.push({ typed, longTasks, drewFirst: countOf(all), busy: perAutosave(before, await busy()) })
      return typed.tookMs
    },
    async raw() {
      const before = await bareBusy()
      const all = await each(() => bare.page.evaluate(bareAutosaveTime, { text: text(), bytes }))
      bares.push({
        tookMs: median(all.map(({ tookMs }) => tookMs)),
        drewFirst: countOf(all),
        busyMs: perAutosave(before, await bareBusy()).all,
      })
      return median(await each(() => page.evaluate(rawPutTime, bytes)))
    },
  })
  return { bytes, pairs, runs: subject, bare: bares }
}

function outcomeOf({ bytes, pairs, runs, bare }: Measured): Outcome {
  const [counted, countedBare] = [runs.slice(1), bare.slice(1)]
  return {
    lines: [
      {
        what: 'from a change of a draft until the page says that it is saved',
        against: `a raw strict IndexedDB put of the same ${bytes.toLocaleString('en')} bytes`,
        unit: '×',
        goal: { bound: 'at most', value: 1.2 },
        runs: ratiosOf(pairs),
      },
      {
        what: 'the same',
        against: 'that put in an empty page that shows the letter and the words',
        unit: '×',
        goal: null,
        runs: counted.map(({ typed }, run) => typed.tookMs / (countedBare[run]?.tookMs ?? Number.NaN)),
      },
      {
        what: `tasks over 50 ms in ${inOneRun} autosaves`,
        against: '',
        unit: 'tasks',
        goal: { bound: 'at most', value: 0, judged: 'worst' },
        runs: counted.map(({ longTasks }) => longTasks),
      },
    ],
    notes: notesOf({ bytes, pairs, runs: counted, bare: countedBare }),
  }
}

function notesOf({ pairs, runs, bare }: Measured): readonly string[] {
  const ms = (value: number): string => `${numberText(value)} ms`
  const typed = (name: keyof Times): number => median(runs.map((run) => run.typed[name]))
  const busy = (name: keyof BusyTime): number => median(runs.map((run) => run.busy[name]))
  const share = (all: readonly { readonly drewFirst: number }[]): string =>
    `${all.reduce((sum, { drewFirst }) => sum + drewFirst, 0)} of ${all.length * inOneRun}`
  const raw = median(pairs.map((pair) => pair.raw))
  const empty = median(bare.map(({ tookMs }) => tookMs))
  return [
    `An autosave takes ${ms(typed('tookMs'))}, a raw put ${ms(raw)}. It is sealed after ${ms(typed('sealedMs'))}; put by Dexie after ${ms(typed('putMs'))}; complete after ${ms(typed('completeMs'))}.`,
    `The limits are sealing, in another thread, and the frame with the letter, drawn before the put ends in ${share(runs)} autosaves. A raw put seals and shows nothing; in an empty page with one field it takes ${ms(empty)}, the frame first in ${share(bare)}.`,
    `The page’s thread is busy for ${ms(busy('all'))} (empty page ${ms(median(bare.map(({ busyMs }) => busyMs)))}): style ${ms(busy('style'))}, layout ${ms(busy('layout'))}, the rest painting, script and measuring.`,
  ]
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const bare = await BarePage.open(join(folder, 'bare'))
  const app = await WritingApp.open(folder)
  try {
    return outcomeOf(await measureBoth(app, bare, runs))
  } finally {
    await app.close()
    await bare.close()
  }
}

/** What saving every change costs while typing. */
export const figure: Figure = { name: 'autosave', title: 'Autosaving a draft', needsBuild: true, measure }
