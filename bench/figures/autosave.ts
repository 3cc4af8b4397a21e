import { join } from 'node:path'
import { alternately, ratiosOf, type Pair } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { BareCommits } from '../writing/bare-commit.ts'
import { autosaveTime, roundTripTime, submitTime } from '../writing/in-page.ts'
import { WritingApp } from '../writing/writing-app.ts'

/** Changes of a draft in one run, one after the other. */
const inOneRun = 12

/** What was measured, run by run; what comes beside the pairs has the run in front that warms up. */
interface Measured {
  readonly pairs: readonly Pair[]
  readonly saves: readonly { readonly savedMs: number; readonly longTasks: number }[]
  readonly raws: readonly { readonly commitMs: number; readonly tripMs: number }[]
}

async function each<T>(measureOne: () => Promise<T> | T): Promise<readonly T[]> {
  const all: T[] = []
  for (let n = 0; n < inOneRun; n += 1) all.push(await measureOne())
  return all
}

async function measureAll(app: WritingApp, folder: string, runs: number): Promise<Measured> {
  // The bare commits write the row that the application created.
  await app.writeClaim()
  await app.page.evaluate(submitTime)
  const bare = new BareCommits(app.outboxFile, join(folder, 'bare.sqlite'))
  await app.writeClaim()
  let changes = 0
  const save = () => app.page.evaluate(autosaveTime, `Hit a kerb at low speed, word ${(changes += 1)}.`)
  const saves: { savedMs: number; longTasks: number }[] = []
  const raws: { commitMs: number; tripMs: number }[] = []
  const pairs = await alternately(runs, {
    async subject() {
      const all = await each(save)
      const savedMs = median(all.map((one) => one.savedMs))
      saves.push({ savedMs, longTasks: all.reduce((sum, one) => sum + one.longTasks, 0) })
      return savedMs
    },
    async raw() {
      const commitMs = median(await each(() => bare.commit()))
      const tripMs = median(await each(() => app.page.evaluate(roundTripTime)))
      raws.push({ commitMs, tripMs })
      return commitMs + tripMs
    },
  })
  bare.close()
  return { pairs, saves, raws }
}

function outcomeOf({ pairs, ...warm }: Measured): Outcome {
  const [saves, raws] = [warm.saves.slice(1), warm.raws.slice(1)]
  const ms = (values: readonly number[]): string => `${numberText(median(values))} ms`
  return {
    lines: [
      {
        what: 'from leaving a field until the page says that the draft is saved',
        against: 'a row of a claim by bare `node:sqlite`, and an empty round trip to main',
        unit: '×',
        goal: { bound: 'at most', value: 2 },
        runs: ratiosOf(pairs),
      },
      {
        what: `tasks over 50 ms in ${inOneRun} autosaves`,
        against: '',
        unit: 'tasks',
        goal: { bound: 'at most', value: 0, judged: 'worst' },
        runs: saves.map(({ longTasks }) => longTasks),
      },
    ],
    notes: [
      `${ms(saves.map(({ savedMs }) => savedMs))} for a draft (a bare commit ${ms(raws.map(({ commitMs }) => commitMs))}, an empty round trip ${ms(raws.map(({ tripMs }) => tripMs))}). While letters follow each other, it is saved within a quarter of a second of the first.`,
    ],
  }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const app = await WritingApp.open(folder)
  try {
    return outcomeOf(await measureAll(app, folder, runs))
  } finally {
    await app.close()
  }
}

/** What saving every change costs while typing. */
export const figure: Figure = { name: 'autosave', title: 'Autosaving a draft', needsBuild: true, measure }
