import { join } from 'node:path'
import { claimSubmission } from '#main/outbox/model/made-up.ts'
import { alternately, ratiosOf } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { BareCommits } from '../writing/bare-commit.ts'
import { answerTime, roundTripTime, submitTime } from '../writing/in-page.ts'
import { WritingDesk } from '../writing/writing-desk.ts'

/** Single ones vary by whole frames and by what the disk does: a run is the middle of so many. */
const inOneRun = 5

async function middle(measureOne: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < inOneRun; n += 1) times.push(await measureOne())
  return median(times)
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const desk = await WritingDesk.open(folder)
  const submit = async (): Promise<number> => {
    await desk.writeClaim()
    return await desk.page.evaluate(submitTime)
  }
  let asked = 0
  const answer = async (): Promise<number> => {
    asked += 1
    const submission = claimSubmission({ policyNumber: `KKP/2026/ASK/${asked}` })
    return await desk.page.evaluate(answerTime, submission)
  }
  try {
    // The bare commits are of the row that the application made.
    await submit()
    const bare = new BareCommits(desk.outboxFile, join(folder, 'bare.sqlite'))
    const commits: number[] = []
    const trips: number[] = []
    const answers: number[] = []
    const pairs = await alternately(runs, {
      ours: () => middle(submit),
      raw: async () => {
        const commit = await middle(() => Promise.resolve(bare.commit()))
        const trip = await middle(() => desk.page.evaluate(roundTripTime))
        answers.push((await middle(answer)) / (commit + trip))
        commits.push(commit)
        trips.push(trip)
        return commit + trip
      },
    })
    bare.close()
    const ours = median(pairs.map((pair) => pair.ours))
    const [commit, trip] = [median(commits), median(trips)]
    return {
      lines: [
        {
          what: 'accept a claim, from the button until “Saved on this computer” is on the page',
          against: 'the same row committed by bare `node:sqlite` and an empty round trip to main',
          unit: '×',
          goal: { bound: 'at most', value: 1.2 },
          runs: ratiosOf(pairs),
        },
        {
          what: 'of that, from asking main until its answer that the claim is on the disk',
          against: 'the same',
          unit: '×',
          goal: null,
          runs: answers.slice(1),
        },
      ],
      notes: [
        `${numberText(ours)} ms for a claim: a bare commit takes ${numberText(commit)} ms, an empty round trip from page to main and back ${numberText(trip)} ms. Main answers after ${numberText(median(answers.slice(1)) * (commit + trip))} ms, having checked, sealed and committed the claim, removed the draft’s copy and read the row back; the rest is the page, which checks the claim and draws the screen that says so.`,
      ],
    }
  } finally {
    await desk.close()
  }
}

/** How long an officer waits for a claim to be safe. */
export const figure: Figure = { name: 'accept', title: 'Accepting an entry', needsBuild: true, measure }
