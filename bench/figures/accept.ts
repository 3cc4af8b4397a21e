import { join } from 'node:path'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { alternately, ratiosOf, type Pair } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { BareCommits } from '../writing/bare-commit.ts'
import { answerTime, roundTripTime, submitTime, type Answered, type Submitted } from '../writing/in-page.ts'
import { WritingApp } from '../writing/writing-app.ts'

/** Single ones vary by whole frames and by what the disk does: a run is the middle of so many. */
const inOneRun = 5

/** What was measured, run by run; what comes beside the pairs has the run in front that warms up. */
interface Measured {
  readonly pairs: readonly Pair[]
  readonly submitted: readonly Submitted[]
  readonly raws: readonly { readonly commitMs: number; readonly tripMs: number }[]
  /** Main alone, with nothing drawn. */
  readonly answered: readonly Answered[]
}

async function each<T>(measureOne: () => Promise<T> | T): Promise<readonly T[]> {
  const all: T[] = []
  for (let n = 0; n < inOneRun; n += 1) all.push(await measureOne())
  return all
}

async function measureAll(app: WritingApp, folder: string, runs: number): Promise<Measured> {
  const submit = async (): Promise<Submitted> => {
    await app.writeClaim()
    return await app.page.evaluate(submitTime)
  }
  let asked = 0
  const ask = async (): Promise<Answered> => {
    asked += 1
    const submission = claimSubmission({ policyNumber: `KKP/2026/ASK/${asked}` })
    return await app.page.evaluate(answerTime, submission)
  }
  // The bare commits write the row that the application created.
  await submit()
  const bare = new BareCommits(app.outboxFile, join(folder, 'bare.sqlite'))
  const submitted: Submitted[] = []
  const raws: { commitMs: number; tripMs: number }[] = []
  const answered: Answered[] = []
  const pairs = await alternately(runs, {
    async subject() {
      const all = await each(submit)
      const middle = (name: keyof Submitted): number => median(all.map((one) => one[name]))
      const savedMs = middle('savedMs')
      submitted.push({ askedMs: middle('askedMs'), savedMs, shownMs: middle('shownMs') })
      return savedMs
    },
    async raw() {
      const commitMs = median(await each(() => bare.commit()))
      const tripMs = median(await each(() => app.page.evaluate(roundTripTime)))
      const all = await each(ask)
      answered.push({
        keptMs: median(all.map((one) => one.keptMs)),
        againMs: median(all.map((one) => one.againMs)),
      })
      raws.push({ commitMs, tripMs })
      return commitMs + tripMs
    },
  })
  bare.close()
  return { pairs, submitted, raws, answered }
}

function outcomeOf({ pairs, ...warm }: Measured): Outcome {
  const [submitted, raws, answered] = [warm.submitted.slice(1), warm.raws.slice(1), warm.answered.slice(1)]
  return {
    lines: [
      {
        what: 'from the button until “Saved on this computer” is on the page',
        against: 'the same row by bare `node:sqlite`, and an empty round trip to main',
        unit: '×',
        goal: { bound: 'at most', value: 1.2 },
        runs: ratiosOf(pairs),
      },
    ],
    notes: notesOf({ submitted, raws, answered }),
  }
}

function notesOf({ submitted, raws, answered }: Omit<Measured, 'pairs'>): readonly string[] {
  const ms = (value: number): string => `${numberText(value)} ms`
  const page = (name: keyof Submitted): number => median(submitted.map((one) => one[name]))
  const kept = median(answered.map(({ keptMs }) => keptMs))
  const again = median(answered.map(({ againMs }) => againMs))
  const commit = median(raws.map(({ commitMs }) => commitMs))
  const trip = median(raws.map(({ tripMs }) => tripMs))
  return [
    `${ms(page('savedMs'))} for a claim (a bare commit ${ms(commit)}, an empty round trip ${ms(trip)}). Main is asked after ${ms(page('askedMs'))}; the frame with the words comes after ${ms(page('shownMs'))}.`,
    `The limit is the answer: main alone takes ${ms(kept)}, of which ${ms(again)} also where it has the claim already. The raw side checks, seals and shows nothing.`,
  ]
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const app = await WritingApp.open(folder)
  try {
    return outcomeOf(await measureAll(app, folder, runs))
  } finally {
    await app.close()
  }
}

/** How long an officer waits for a claim to be safe. */
export const figure: Figure = { name: 'accept', title: 'Accepting an entry', needsBuild: true, measure }
