import { ratiosOf } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { besideCommits, each, rawText, whileWriting } from '../writing/beside-commits.ts'
import { submitTime, type Submitted } from '../writing/in-page.ts'
import type { WritingApp } from '../writing/writing-app.ts'

const inOneRun = 5

async function measureAll(app: WritingApp, surroundings: Surroundings): Promise<Outcome> {
  const submit = async (): Promise<Submitted> => {
    await app.writeClaim()
    return await app.page.evaluate(submitTime)
  }
  // The bare commits write the row that the application created.
  await submit()
  const submitted: Submitted[] = []
  const { pairs, raws } = await besideCommits(app, surroundings, inOneRun, async () => {
    const all = await each(inOneRun, submit)
    submitted.push(...all)
    return median(all.map(({ savedMs }) => savedMs))
  })
  const ms = (values: readonly number[]): string => `${numberText(median(values))} ms`
  // Those of the run in front warm up.
  const page = (name: keyof Submitted): string => ms(submitted.slice(inOneRun).map((one) => one[name]))
  return {
    lines: [
      {
        what: 'from the button until “Claim submitted” is on the page',
        against: 'the same row by bare `node:sqlite`, and an empty round trip to main',
        unit: '×',
        goal: { bound: 'at most', value: 1.2 },
        runs: ratiosOf(pairs),
      },
    ],
    notes: [
      `${page('savedMs')} for a claim (${rawText(raws)}); main is asked after ${page('askedMs')}, the words come after ${page('shownMs')}.`,
    ],
  }
}

/** How long an officer waits for a claim to be safe. */
export const figure: Figure = {
  name: 'accept',
  title: 'Accepting an entry',
  needsBuild: true,
  measure: (surroundings) => whileWriting(surroundings, (app) => measureAll(app, surroundings)),
}
