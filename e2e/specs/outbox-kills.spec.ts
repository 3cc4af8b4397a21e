import { proofSize } from '#proofs/proof.ts'
import { crashPoints } from '../support/crash-points.ts'
import { test } from '../support/fixtures.ts'
import { killPlan } from '../support/kill-plan.ts'
import { proveKills } from '../support/kill-proof.ts'
import { need } from '../support/needs.ts'
import { OutboxKillRound } from '../support/outbox-kill-round.ts'
import { isComeToWithoutReference, waysOfRound } from '../support/server-mood.ts'

const kills = proofSize('CLAIMS_DESK_KILLS', { short: 16, medium: 300, long: 5_000 })

test('killed at any moment and at every crash point, the outbox loses nothing and sends nothing twice', async ({
  dataDir,
}) => {
  need(test, 'the signal that ended a process')
  test.setTimeout(120_000 + kills * 1_000)
  await proveKills(dataDir, {
    proof: 'outbox-kills',
    plan: killPlan(kills),
    points: crashPoints,
    lanes: 2,
    pharmacyCount: 300,
    round: async (place, number) => {
      const { ways, losesReference } = waysOfRound(number, Math.random())
      const comeTo = ({ point }: { readonly point: string | null }): boolean =>
        !losesReference || isComeToWithoutReference(point)
      const crashes = place.crashes.filter(comeTo)
      const round = new OutboxKillRound({ ...place, store: null, crashes, ways })
      return { ...(await round.run()), counts: { received: round.received } }
    },
    words: { lost: ['lost'], twice: ['twice'] },
  })
})
