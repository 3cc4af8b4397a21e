import { DirectoryScan } from '#renderer/data/search/directory-scan.ts'
import { benchPharmacies, benchQueries, queryKinds } from '../directory/made-up.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText, percentile } from '../statistics.ts'

const count = 100_000
/** Questions of each kind in a run. */
const questions = 20
/** A wish: a search may take longer, as it is made in a worker while the page goes on. */
const frameMs = 16.7

/** Of the processor, which a busy computer does not change, in ms. */
function timed(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function measure({ runs }: Surroundings): Promise<Outcome> {
  const pharmacies = benchPharmacies(count)
  const buildMs = Array.from({ length: runs }, () => timed(() => new DirectoryScan(pharmacies)))
  const directory = new DirectoryScan(pharmacies)
  const times = queryKinds.map((kind) => ({
    kind,
    ms: benchQueries(pharmacies, kind, runs * questions).map((text) => timed(() => directory.search(text))),
  }))
  const ofRun = (run: number): readonly number[] =>
    times.flatMap(({ ms }) => ms.slice(run * questions, (run + 1) * questions))
  const medians = times.map(({ kind, ms }) => `${kind} ${numberText(median(ms))} ms`)
  return Promise.resolve({
    lines: [
      {
        what: `a search among ${count.toLocaleString('en')}, processor time, 95th percentile`,
        against: '',
        unit: 'ms',
        goal: { bound: 'at most', value: frameMs },
        runs: Array.from({ length: runs }, (_, run) => percentile(ofRun(run), 95)),
      },
    ],
    notes: [
      `In Node; medians: ${medians.join(', ')}. Folding and sorting take ${numberText(median(buildMs))} ms.`,
    ],
  })
}

/** How the directory of pharmacies is searched. */
export const figure: Figure = {
  name: 'directory',
  title: 'The offline pharmacies',
  needsBuild: false,
  measure,
}
