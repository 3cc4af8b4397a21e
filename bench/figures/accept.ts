import { claimSubmission } from '#testing/outbox/made-up.ts'
import { ratiosOf } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { besideCommits, each, rawText, whileWriting } from '../writing/beside-commits.ts'
import { answerTime, submitTime, type Answered, type Submitted } from '../writing/in-page.ts'
import type { WritingApp } from '../writing/writing-app.ts'

const inOneRun = 5

async function measureAll(app: WritingApp, surroundings: Surroundings): Promise<Outcome> {
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
  const submitted: Submitted[] = []
  // Main alone, with nothing drawn.
  const answered: Answered[] = []
  const { pairs, raws } = await besideCommits(app, surroundings, inOneRun, async () => {
    answered.push(...(await each(inOneRun, ask)))
    const all = await each(inOneRun, submit)
    submitted.push(...all)
    return median(all.map(({ savedMs }) => savedMs))
  })
  const ms = (values: readonly number[]): string => `${numberText(median(values))} ms`
  // Those of the run in front warm up.
  const page = (name: keyof Submitted): string => ms(submitted.slice(inOneRun).map((one) => one[name]))
  const main = (name: keyof Answered): string => ms(answered.slice(inOneRun).map((one) => one[name]))
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
      `Main alone takes ${main('keptMs')}, of which ${main('againMs')} also where it has the claim already; the raw side checks, seals and shows nothing.`,
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
