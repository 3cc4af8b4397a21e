import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastOf, proofSeed, proofSize, recordFigure } from '#testing/proof.ts'
import { anyHistory } from './any-history.ts'
import type { HistoryScript } from '#testing/engine/happening.ts'
import type { Covered } from './history-options.ts'
import { live } from './history.ts'
import { keptHistories } from './kept-histories.ts'
import { liveInOrderOf } from './scheduled-history.ts'

/** Histories of one block share a seed, which identifies a failing one. */
const blockSize = 5_000
const histories = proofSize('CLAIMS_DESK_HISTORIES', { short: 1_000, medium: 20_000, long: 1_000_000 })
const seed = proofSeed()

describe('a history that once broke a promise', () => {
  it.each(Object.entries(keptHistories))('%s', async (_name, script) => {
    await expect(live(script)).resolves.toBeUndefined()
  })

  it.each(Object.entries(keptHistories))(
    '%s, four at a time',
    async (_name, { circumstances, ...script }) => {
      await expect(
        live({ ...script, circumstances: { ...circumstances, sideBySide: 4 } }),
      ).resolves.toBeUndefined()
    },
  )
})

it('any history of faults, kills and officers loses nothing, sends nothing twice, delays no other policy and leaves nothing stuck', async () => {
  let tried = 0
  let sideBySide = 0
  const did = { undone: 0, tooLate: 0, corrected: 0 }
  const covered = ({ mostAtOnce, ...counts }: Covered): void => {
    if (mostAtOnce > 1) sideBySide += 1
    did.undone += counts.undone
    did.tooLate += counts.tooLate
    did.corrected += counts.corrected
  }
  let broken: string | null = null
  const start = performance.now()
  for (let block = 0; tried < histories && broken === null; block += 1) {
    const numRuns = Math.min(blockSize, histories - tried)
    const run = await fc.check(
      fc.asyncProperty(anyHistory(25), (script) => live(script, { covered })),
      {
        numRuns,
        seed: seed + block,
      },
    )
    tried += run.numRuns
    const failing = run.counterexample?.[0]
    if (run.failed) broken = failing === undefined ? 'interrupted' : await reportOf(failing, seed + block)
  }
  const seconds = Math.round((performance.now() - start) / 1000)
  recordFigure({
    proof: 'histories',
    tried: {
      histories: tried,
      'with attempts side by side': sideBySide,
      'discards undone': did.undone,
      'undone too late': did.tooLate,
      'requests corrected': did.corrected,
      seed,
    },
    seen: { broken: broken === null ? 0 : 1, seconds },
  })
  expect(broken).toBeNull()
  // Attempts ran concurrently: the search covers more than one at a time.
  for (const often of [sideBySide, ...Object.values(did)]) expect(often).toBeGreaterThan(leastOf(tried / 50))
}, 14_400_000)

it('any order in which requests arrive and are answered breaks no promise either', async () => {
  const numRuns = Math.ceil(histories / 20)
  const property = fc.asyncProperty(fc.scheduler(), anyHistory(12), liveInOrderOf)
  const run = await fc.check(property, { numRuns, seed })
  const broken = run.failed ? 1 : 0
  recordFigure({ proof: 'histories', tried: { orders: run.numRuns, seed }, seen: { broken } })
  // The report names the history, and not what broke.
  expect(run.failed ? `${String(run.errorInstance)}\n${fc.defaultReportMessage(run)}` : null).toBeNull()
}, 14_400_000)

/** What broke, the shrunk history ready for kept-histories.ts, and the end of its trace. */
async function reportOf(script: HistoryScript, seedOfBlock: number): Promise<string> {
  const trace: string[] = []
  const what = await live(script, { trace: (line) => trace.push(line) }).then(
    () => 'it holds when it is run again',
    (thrown: unknown) => String(thrown),
  )
  const kept = `  '${what}': ${JSON.stringify(script)},`
  return [
    `${what} (seed ${seedOfBlock})`,
    kept,
    ...trace.filter((line) => !line.endsWith(' asks probe')).slice(-60),
  ].join('\n')
}
