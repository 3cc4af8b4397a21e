import { join } from 'node:path'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { proofSize } from '#testing/proof.ts'
import { launchWith } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { deaths, KilledOfficer } from '../support/killed-officer.ts'

const kills = proofSize('CLAIMS_DESK_APP_KILLS', { short: 5, medium: 40, long: 1000 })
/** Kills per data folder: with more, the growing lists would dominate the measurement. */
const killsPerLife = 20

test(
  'killed and started again, the application loses no claim and no draft',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    test.setTimeout(60_000 + kills * 8_000)
    const plan = { proof: 'app-kills', points: deaths, kills, killsPerLife }
    const wrong = await killAtEach(plan, async ({ n, chance }) => {
      const app = await launchWith(launch, join(dataDir, `desk-${n}`), {
        configured: true,
        environment: 'sandbox',
        sandboxBaseUrl: server.url,
        liveBaseUrl: '',
      })
      const officer = new KilledOfficer(app, server, chance)
      expect(await officer.ledger()).toEqual([])
      return officer
    })
    expect(wrong).toEqual([])
  },
)
