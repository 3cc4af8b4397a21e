import { proofSize } from '#proofs/proof.ts'
import { FileKillRound } from '../support/file-kills/file-kill-round.ts'
import { standsStill, storeOfRound, waysOfRound } from '../support/file-kills/moods.ts'
import { filePoints } from '../support/file-kills/points.ts'
import { test } from '../support/fixtures.ts'
import { roundsFor, spreadKills } from '../support/kill-plan.ts'
import { proveKills } from '../support/kill-proof.ts'
import { need } from '../support/needs.ts'

const kills = proofSize('CLAIMS_DESK_FILE_KILLS', { short: 12, medium: 200, long: 1_000 })
const killsPerRound = 40
const comesAgain = (point: string): boolean => /^(?:put|part|head|link)\//.test(point)

test(
  'killed at any moment, files go up once, and claims carry links that open',
  { tag: '@longer' },
  async ({ dataDir }) => {
    need(test, 'the signal that ended a process')
    test.setTimeout(120_000 + kills * 5_000)
    const points = [...filePoints, standsStill]
    await proveKills(dataDir, {
      proof: 'attachments',
      plan: spreadKills(points, kills, roundsFor(kills, killsPerRound), comesAgain),
      points,
      lanes: 3,
      pharmacyCount: 1,
      round: async (place, number) => {
        place.server.fileStore.behave(waysOfRound(number))
        const round = new FileKillRound({ ...place, store: storeOfRound(number, place.server.port) })
        return { ...(await round.run()), counts: round.counts }
      },
      words: {
        'files lost': ['lost'],
        'under two names': ['two names'],
        'links that do not work': ['a link', 'received without'],
        twice: ['twice'],
        'held back by files': ['held back'],
      },
    })
  },
)
