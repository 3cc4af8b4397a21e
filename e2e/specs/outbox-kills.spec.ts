import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { inLanes } from '#testing/in-lanes.ts'
import type { Crash } from '#testing/kills/crash.ts'
import { bundleProcess } from '#testing/kills/process-bundle.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { expect, test } from '../support/fixtures.ts'
import { isComeToWithoutReference, waysOfRound } from '../support/kills/moods.ts'
import { killPlan } from '../support/kills/plan.ts'
import { killPoints } from '../support/kills/points.ts'
import { KillRound, type KillRoundResult } from '../support/kills/round.ts'
import { need } from '../support/needs.ts'

const kills = proofSize('CLAIMS_DESK_KILLS', { short: 24, medium: 500, long: 6_000 })
/** Rounds side by side: one waits while the other computes. */
const lanes = 2
/** What the figure counts, by the words with which findings begin. */
const counted = {
  lost: ['lost'],
  twice: ['twice'],
  'under two names': ['two names'],
  'links that do not work': ['a link', 'received without'],
  'held back by files': ['held back'],
}

/** A round over a file and a server of its own. */
async function round(
  program: string,
  dataDir: string,
  planned: readonly Crash[],
  n: number,
): Promise<KillRoundResult> {
  const folder = join(dataDir, `round-${n}`)
  await mkdir(folder)
  const server = await runTestInsurer({ file: join(folder, 'server.jsonl'), pharmacyCount: 300 })
  const { ways, losesReference, storeWays, storeAt } = waysOfRound(n, Math.random())
  server.fileStore.behave(storeWays)
  const crashes = planned.filter(({ point }) => !losesReference || isComeToWithoutReference(point))
  const file = join(folder, 'outbox.sqlite')
  const store = storeAt(server.port)
  const result = await new KillRound({ program, file, server, store, ways, crashes }).run()
  await server.close()
  return result
}

test('killed at any moment and at every point, the outbox loses nothing, sends nothing twice, and its links open', async ({
  dataDir,
}) => {
  need(test, 'the signal that ended a process')
  test.setTimeout(120_000 + kills * 3_000)
  const program = await bundleProcess('e2e/support/kills/killed-outbox.ts', join(dataDir, 'program'))
  const plan = killPlan(kills)
  const results = await inLanes(lanes, plan, (crashes, n) => round(program, dataDir, crashes, n))
  const sum = (of: (result: KillRoundResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0)
  const wrong = results.flatMap((result) => result.wrong)
  const diedAt = results.flatMap((result) => result.diedAt)
  const timesAt = new Map(killPoints.map((point) => [point, diedAt.filter((died) => died === point).length]))
  const names = Object.keys(results[0]?.counts ?? {})
  const findings = Object.entries(counted).map(([what, beginnings]): [string, number] => [
    what,
    wrong.filter((finding) => beginnings.some((word) => finding.startsWith(word))).length,
  ])
  recordFigure({
    proof: 'outbox-kills',
    tried: {
      kills: sum((result) => result.kills),
      'crash points': killPoints.length,
      'died at one': [...timesAt.values()].reduce((total, times) => total + times, 0),
      'fewest at one': Math.min(...timesAt.values()),
    },
    seen: {
      ...Object.fromEntries(names.map((name) => [name, sum(({ counts }) => counts[name] ?? 0)])),
      ...Object.fromEntries(findings),
      'wrong at all': wrong.length,
    },
  })
  const planned = new Set(plan.flat().map(({ point }) => point))
  expect(wrong).toEqual([])
  expect(killPoints.filter((point) => planned.has(point) && timesAt.get(point) === 0)).toEqual([])
})
