import { ratiosOf } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { besideCommits, each, rawText, whileWriting } from '../writing/beside-commits.ts'
import { autosaveTime, submitTime, type Typed } from '../writing/in-page.ts'
import type { WritingApp } from '../writing/writing-app.ts'

/** Changes of a draft in one run, one after the other. */
const inOneRun = 12

async function measureAll(app: WritingApp, surroundings: Surroundings): Promise<Outcome> {
  // The bare commits write the row that the application created.
  await app.writeClaim()
  await app.page.evaluate(submitTime)
  await app.writeClaim()
  let changes = 0
  const save = () => app.page.evaluate(autosaveTime, `Hit a kerb at low speed, word ${(changes += 1)}.`)
  const saves: Typed[] = []
  const { pairs, raws } = await besideCommits(app, surroundings, inOneRun, async () => {
    const all = await each(inOneRun, save)
    const savedMs = median(all.map((one) => one.savedMs))
    saves.push({ savedMs, longTasks: all.reduce((sum, one) => sum + one.longTasks, 0) })
    return savedMs
  })
  // The run in front warms up.
  const counted = saves.slice(1)
  const saved = numberText(median(counted.map(({ savedMs }) => savedMs)))
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
        runs: counted.map(({ longTasks }) => longTasks),
      },
    ],
    notes: [`${saved} ms for a draft (${rawText(raws)}).`],
  }
}

/** What saving every change costs while typing. */
export const figure: Figure = {
  name: 'autosave',
  title: 'Autosaving a draft',
  needsBuild: true,
  measure: (surroundings) => whileWriting(surroundings, (app) => measureAll(app, surroundings)),
}
