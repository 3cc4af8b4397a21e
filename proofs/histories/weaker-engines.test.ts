import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { proofSeed, recordFigure } from '#testing/proof.ts'
import { anyHistory } from './any-history.ts'
import type { HistoryScript } from '#testing/engine/happening.ts'
import { live } from './history.ts'
import { weakened, weaknesses, type Weakening } from './weaker-proof.ts'

/* That the histories can be repeated, and find what they are for. */
const seed = proofSeed()

it('the same seed gives the same trace: time, happenings, requests and states', async () => {
  const traces = async (): Promise<readonly string[]> => {
    const digests: string[] = []
    for (const script of fc.sample(anyHistory(25), { numRuns: 40, seed })) {
      const digest = createHash('sha256')
      await live(script, { trace: (line) => digest.update(`${line}\n`) })
      digests.push(digest.digest('hex'))
    }
    return digests
  }
  const once = await traces()
  expect(await traces()).toEqual(once)
  // Traces of different histories differ, so the comparison is not between empty traces.
  expect(new Set(once).size).toBeGreaterThan(32)
}, 300_000)

// Not to be found within so many histories would mean that they do not try what the protection is for.
const most = 3_000

it.each(Object.keys(weaknesses) as Weakening[])(
  'a weaker engine is found out: %s',
  async (weakening) => {
    const scripts = fc.sample(anyHistory(25), { numRuns: most, seed })
    const isFoundOut = async (script: HistoryScript): Promise<boolean> => {
      const thrown = await live(script, { shown: weakened(weakening) }).then(() => null, String)
      return thrown?.includes(weaknesses[weakening].breaks) === true
    }
    let tried = 0
    for (const script of scripts) {
      tried += 1
      if (await isFoundOut(script)) break
    }
    recordFigure({
      proof: 'histories',
      tried: { engine: weakening },
      seen: { 'found after histories': tried, seed },
    })
    expect(tried).toBeLessThan(most)
  },
  300_000,
)
