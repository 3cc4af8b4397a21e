import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestInsurer } from '#proofs/insurer/test-insurer.ts'
import { proofSize, recordFigure } from '#proofs/proof.ts'
import type { Crash } from '../support/crash.ts'
import { crashPoints } from '../support/crash-points.ts'
import { expect, test } from '../support/fixtures.ts'
import { inLanes } from '../support/in-lanes.ts'
import { killPlan } from '../support/kill-plan.ts'
import { KillRound, type KillRoundResult } from '../support/kill-round.ts'
import { need } from '../support/needs.ts'
import { bundleProcess } from '../support/process-bundle.ts'
import { isComeToWithoutReference, waysOfRound } from '../support/server-mood.ts'

const kills = proofSize('CLAIMS_DESK_KILLS', { short: 16, medium: 300, long: 5_000 })
/** Rounds side by side: one waits while the other computes. */
const lanes = 2

async function round(
  program: string,
  folder: string,
  number: number,
  crashes: readonly Crash[],
): Promise<KillRoundResult> {
  await mkdir(folder)
  const started = await startTestInsurer({ file: join(folder, 'server.sqlite'), pharmacyCount: 300 })
  if (!started.ok) throw new Error(`The practice server did not start: ${started.error.type}`)
  const server = started.value
  const file = join(folder, 'outbox.sqlite')
  const { ways, losesReference } = waysOfRound(number, Math.random())
  const comeTo = losesReference ? crashes.filter(({ point }) => isComeToWithoutReference(point)) : crashes
  const result = await new KillRound({ program, file, server, crashes: comeTo, ways }).run()
  await server.close()
  return result
}

test('killed at any moment and at every crash point, the outbox loses nothing and sends nothing twice', async ({
  dataDir,
}) => {
  need(test, 'the signal that ended a process')
  test.setTimeout(120_000 + kills * 1_000)
  const program = await bundleProcess('outbox-process', join(dataDir, 'program'))
  const plan = killPlan(kills)
  const planned = new Set(plan.flat().map(({ point }) => point))
  const results = await inLanes(lanes, plan, (crashes, number) =>
    round(program, join(dataDir, `round-${number}`), number, crashes),
  )
  const sum = (of: (result: KillRoundResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0)
  const diedAt = results.flatMap((result) => result.diedAt)
  const timesAt = crashPoints.map((point) => diedAt.filter((died) => died === point).length)
  recordFigure({
    proof: 'outbox-kills',
    tried: {
      kills: sum((result) => result.kills),
      'crash points': crashPoints.length,
      'died at one': timesAt.reduce((total, times) => total + times, 0),
      'fewest at one': Math.min(...timesAt),
    },
    seen: {
      accepted: sum((result) => result.accepted),
      received: sum((result) => result.received),
      lost: sum((result) => result.lost.length),
      twice: sum((result) => result.twice.length),
      untrue: sum((result) => result.untrue.length),
    },
  })
  expect(results.flatMap(({ lost, twice, untrue }) => [...lost, ...twice, ...untrue])).toEqual([])
  expect(crashPoints.filter((point, n) => planned.has(point) && timesAt[n] === 0)).toEqual([])
})
