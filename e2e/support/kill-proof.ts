import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { runTestInsurer, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import { recordFigure } from '#proofs/proof.ts'
import type { Crash } from './crash.ts'
import { inLanes } from './in-lanes.ts'
import type { KillRoundOptions, KillRoundResult } from './kill-round.ts'
import { bundleProcess } from './process-bundle.ts'

type Place = Pick<KillRoundOptions, 'program' | 'file' | 'server' | 'crashes'>
type Counts = Readonly<Record<string, number>>

/** What is killed, where, and what its figure says. */
export interface KillProof {
  readonly proof: string
  /** Where the processes die, by rounds. */
  readonly plan: readonly (readonly Crash[])[]
  /** Every point there is. */
  readonly points: readonly string[]
  /** Rounds side by side: one waits while the other computes. */
  readonly lanes: number
  readonly pharmacyCount: number
  /** Runs one round; what it counts is added up. */
  readonly round: (place: Place, number: number) => Promise<KillRoundResult & { readonly counts: Counts }>
  /** What of it the figure counts, by the words with which findings begin. */
  readonly words: Readonly<Record<string, readonly string[]>>
}

async function startServer(file: string, pharmacyCount: number): Promise<TestInsurer> {
  return await runTestInsurer({ file, pharmacyCount })
}

/** Kills in rounds, each over a file and a server of its own. @throws where a promise is broken or a point never came */
export async function proveKills(dataDir: string, given: KillProof): Promise<void> {
  const { proof, plan, points, lanes, pharmacyCount, round, words } = given
  const program = await bundleProcess('killed-outbox', join(dataDir, 'program'))
  const results = await inLanes(lanes, plan, async (crashes, number) => {
    const folder = join(dataDir, `round-${number}`)
    await mkdir(folder)
    const server = await startServer(join(folder, 'server.sqlite'), pharmacyCount)
    const result = await round({ program, file: join(folder, 'outbox.sqlite'), server, crashes }, number)
    await server.close()
    return result
  })
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
  const wrong = results.flatMap((result) => result.wrong)
  const diedAt = results.flatMap((result) => result.diedAt)
  const timesAt = points.map((point) => diedAt.filter((died) => died === point).length)
  const names = Object.keys(results[0]?.counts ?? {})
  const begins = ([what, beginnings]: readonly [string, readonly string[]]): readonly [string, number] => [
    what,
    wrong.filter((finding) => beginnings.some((word) => finding.startsWith(word))).length,
  ]
  recordFigure({
    proof,
    tried: {
      kills: sum(results.map(({ kills }) => kills)),
      'crash points': points.length,
      'died at one': sum(timesAt),
      'fewest at one': Math.min(...timesAt),
    },
    seen: {
      accepted: sum(results.map(({ accepted }) => accepted)),
      ...Object.fromEntries(names.map((name) => [name, sum(results.map(({ counts }) => counts[name] ?? 0))])),
      ...Object.fromEntries(Object.entries(words).map(begins)),
      'wrong at all': wrong.length,
    },
  })
  const planned = new Set(plan.flat().map(({ point }) => point))
  expect(wrong).toEqual([])
  expect(points.filter((point, n) => planned.has(point) && timesAt[n] === 0)).toEqual([])
}
