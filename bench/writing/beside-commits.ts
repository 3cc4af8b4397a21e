import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { alternately, type Pair } from '../alternately.ts'
import type { Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { BareCommits } from './bare-commit.ts'
import { roundTripTime } from './in-page.ts'
import { WritingApp } from './writing-app.ts'

const frameMs = 16

/** The bare side of a run: medians, in ms. */
interface Raw {
  readonly commitMs: number
  readonly tripMs: number
}

/** Single ones vary by whole frames and by what the disk does: of so many a run takes the middle. */
export async function each<T>(count: number, measureOne: () => Promise<T> | T): Promise<readonly T[]> {
  const all: T[] = []
  for (let n = 0; n < count; n += 1) all.push(await measureOne())
  return all
}

/** What an application that writes was measured beside, run by run. */
export interface BesideCommits {
  readonly pairs: readonly Pair[]
  readonly raws: readonly Raw[]
}

/** Measures a subject beside bare commits of the newest row and empty round trips to main, so many in one run. */
export async function besideCommits(
  app: WritingApp,
  { folder, runs }: Surroundings,
  inOneRun: number,
  subject: () => Promise<number>,
): Promise<BesideCommits> {
  const bare = new BareCommits(app.outboxFile, join(folder, 'bare.sqlite'))
  const raws: Raw[] = []
  const pairs = await alternately(runs, {
    subject,
    async raw() {
      // After a frame, like what they are compared with: a process and a disk that rest take longer than busy ones.
      const commitMs = median(
        await each(inOneRun, async () => {
          await delay(frameMs)
          return bare.commit()
        }),
      )
      const tripMs = median(await each(inOneRun, () => app.page.evaluate(roundTripTime)))
      raws.push({ commitMs, tripMs })
      return commitMs + tripMs
    },
  })
  bare.close()
  // The run in front warms up.
  return { pairs, raws: raws.slice(1) }
}

/** The bare side in words. */
export function rawText(raws: readonly Raw[]): string {
  const ms = (name: keyof Raw): string => `${numberText(median(raws.map((raw) => raw[name])))} ms`
  return `a bare commit ${ms('commitMs')}, an empty round trip ${ms('tripMs')}`
}

/** Opens the application for a measurement. */
export async function whileWriting(
  surroundings: Surroundings,
  measureAll: (app: WritingApp) => Promise<Outcome>,
): Promise<Outcome> {
  const app = await WritingApp.open(surroundings.folder)
  try {
    return await measureAll(app)
  } finally {
    await app.close()
  }
}
