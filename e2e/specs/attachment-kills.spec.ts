import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestInsurer } from '#proofs/insurer/test-insurer.ts'
import { proofSize, recordFigure } from '#proofs/proof.ts'
import type { Crash } from '../support/crash.ts'
import { FileKillRound, type FileKillRoundResult } from '../support/file-kills/file-kill-round.ts'
import { standsStill, storeOfRound, waysOfRound } from '../support/file-kills/moods.ts'
import { filePoints } from '../support/file-kills/points.ts'
import { expect, test } from '../support/fixtures.ts'
import { inLanes } from '../support/in-lanes.ts'
import { roundsFor, spreadKills } from '../support/kill-plan.ts'
import { need } from '../support/needs.ts'
import { bundleProcess } from '../support/process-bundle.ts'

const kills = proofSize('CLAIMS_DESK_FILE_KILLS', { short: 12, medium: 200, long: 1_000 })
const killsPerRound = 40
const comesAgain = (point: string): boolean => /^(?:put|part|head|link)\//.test(point)
/** Rounds side by side: some wait while others compute. */
const lanes = 3

async function round(
  program: string,
  folder: string,
  number: number,
  crashes: readonly Crash[],
): Promise<FileKillRoundResult> {
  await mkdir(folder)
  const started = await startTestInsurer({ file: join(folder, 'server.sqlite'), pharmacyCount: 1 })
  if (!started.ok) throw new Error(`The practice server did not start: ${started.error.type}`)
  const server = started.value
  server.fileStore.behave(waysOfRound(number))
  const store = storeOfRound(number, server.port)
  const file = join(folder, 'outbox.sqlite')
  const result = await new FileKillRound({ program, file, server, store, crashes }).run()
  await server.close()
  return result
}

test(
  'killed at any moment, files go up once, and claims carry links that open',
  { tag: '@longer' },
  async ({ dataDir }) => {
    need(test, 'the signal that ended a process')
    test.setTimeout(120_000 + kills * 5_000)
    const program = await bundleProcess('file-kills/process', join(dataDir, 'program'))
    const points = [...filePoints, standsStill]
    const plan = spreadKills(points, kills, roundsFor(kills, killsPerRound), comesAgain)
    const planned = new Set(plan.flat().map(({ point }) => point))
    const results = await inLanes(lanes, plan, (crashes, number) =>
      round(program, join(dataDir, `round-${number}`), number, crashes),
    )
    const sum = (of: (result: FileKillRoundResult) => number): number =>
      results.reduce((total, result) => total + of(result), 0)
    const wrong = results.flatMap((result) => result.wrong)
    const saying = (...words: readonly string[]): number =>
      wrong.filter((finding) => words.some((word) => finding.startsWith(word))).length
    const diedAt = results.flatMap((result) => result.diedAt)
    const timesAt = points.map((point) => diedAt.filter((died) => died === point).length)
    recordFigure({
      proof: 'attachments',
      tried: {
        kills: sum((result) => result.kills),
        points: points.length,
        'died at one': timesAt.reduce((total, times) => total + times, 0),
        'fewest at one': Math.min(...timesAt),
      },
      seen: {
        accepted: sum((result) => result.accepted),
        received: sum((result) => result.received),
        'moved to drafts': sum((result) => result.takenBack),
        'files in the store': sum((result) => result.files),
        'links opened': sum((result) => result.linksOpened),
        'files lost': saying('lost'),
        'under two names': saying('two names'),
        'links that do not work': saying('a link', 'received without'),
        twice: saying('twice'),
        'held back by files': saying('held back'),
        'wrong at all': wrong.length,
      },
    })
    expect(wrong).toEqual([])
    expect(points.filter((point, n) => planned.has(point) && timesAt[n] === 0)).toEqual([])
  },
)
