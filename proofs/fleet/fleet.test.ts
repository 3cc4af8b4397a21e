import { describe, expect, it } from 'vitest'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { comeBack, type FleetOptions, type FleetResult } from './fleet.ts'

const branches = proofSize('CLAIMS_DESK_FLEET', { short: 100, medium: 1_000, long: 1_000, quick: 100 })
/** Fewer branches are refused more or less by chance. */
const isLarge = branches >= 400
const seed = Number(process.env['CLAIMS_DESK_FLEET_SEED'] ?? 1)
const claimsEach = 20
/** A thousand branches meet an insurer that takes 200 POSTs a second; fewer meet a smaller one. */
const postsPerSecond = branches / 5
const retryAfterMs = 1_000

async function tried(
  changes: Pick<FleetOptions, 'outage'> & Partial<FleetOptions>,
  reckonedFor = 'as many branches',
): Promise<FleetResult> {
  const options = { branches, claimsEach, postsPerSecond, retryAfterMs, seed, ...changes }
  const result = await comeBack(options)
  const { once, twice, seconds, idealSeconds, refused, refusedLater } = result
  recordFigure({
    proof: 'fleet',
    tried: {
      branches,
      'claims each': claimsEach,
      'POSTs a second': options.postsPerSecond,
      'after an outage': options.outage,
      'reckoned for': reckonedFor,
    },
    seen: {
      'not there once': branches * claimsEach - once,
      'there twice': twice,
      'times the ideal time': round(seconds / idealSeconds, 2),
      'refused %': percent(refused),
      'refused % after the first minute': percent(refusedLater),
      seed,
    },
  })
  return result
}

function percent({ count, of }: FleetResult['refused']): number {
  return round((100 * count) / of, 1)
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

describe.each(['of the networks', 'of the insurer'] as const)(
  'branches that come back after an outage %s',
  (outage) => {
    it('deliver every claim once, nearly as fast as the insurer can take them, and are seldom refused', async () => {
      const { once, twice, seconds, idealSeconds, refusedLater } = await tried({ outage })
      expect(twice).toBe(0)
      expect(once).toBe(branches * claimsEach)
      if (!isLarge) return
      expect(seconds).toBeLessThan(1.3 * idealSeconds)
      expect(refusedLater.count).toBeLessThan(refusedLater.of / 10)
    }, 600_000)
  },
)

describe('ten times as many branches', () => {
  // Branches know only how often they are refused: a tenth of the insurer means to them what ten times the branches do.
  it.runIf(branches >= 1_000)(
    'deliver every claim once',
    async () => {
      const outage = 'of the networks'
      const { once, twice } = await tried(
        { outage, postsPerSecond: postsPerSecond / 10 },
        'ten times as many branches',
      )
      expect(twice).toBe(0)
      expect(once).toBe(branches * claimsEach)
    },
    600_000,
  )
})
