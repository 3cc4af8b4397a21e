import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { seededRandom } from '#main/practice/data/random.ts'
import { inLanes } from '#testing/in-lanes.ts'
import { runUntil, type Kill } from '#testing/kills/killed-process.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'
import type { SetUpPlan } from './set-up-process.ts'

export const kills = proofSize('CLAIMS_DESK_SET_UP_KILLS', { short: 8, medium: 240, long: 2_000, quick: 2 })
export const seed = Number(process.env['CLAIMS_DESK_SET_UP_SEED'] ?? Date.now() % 1_000_000_000)
/** Lives side by side. */
const lanes = 2

/** Computers that begin alike, are killed at one moment each and start again. */
export class Lives {
  readonly #program: string
  readonly #random: ReturnType<typeof seededRandom>
  readonly #secrets: readonly string[]
  readonly #points = new Set<number>()
  readonly #seen = { killed: 0, 'killed twice': 0 }
  readonly #wrong: string[] = []
  #moments = 0

  /** @param secrets what may stand in no file */
  constructor(program: string, ownSeed: number, secrets: readonly string[]) {
    this.#program = program
    this.#random = seededRandom(ownSeed)
    this.#secrets = secrets
  }

  /** @param from a folder to begin with @param look what is wrong with what a computer has then */
  async live(
    count: number,
    from: string | null,
    plan: Omit<SetUpPlan, 'folder'>,
    look: (folder: string) => Promise<readonly string[]>,
  ): Promise<void> {
    let moments = 1
    await inFolder(from, async (folder) => {
      moments = (await runUntil(this.#program, { ...plan, folder }, null)) ?? 1
    })
    this.#moments += moments
    await inLanes(lanes, Array.from({ length: count }), async (_, n) => {
      const kill = killOf(n, moments, this.#random)
      await inFolder(from, async (folder) => {
        await this.#kill({ ...plan, folder }, n, kill)
        const wrong = [...this.#open(folder), ...(await look(folder)), ...this.#open(folder)]
        this.#wrong.push(...wrong.map((words) => `${plan.does}, kill ${JSON.stringify(kill)}: ${words}`))
      })
    })
  }

  /** Says what was seen, and that nothing was wrong. */
  end(part: string, seen: Readonly<Record<string, number>>): void {
    recordFigure({
      proof: 'set-up',
      tried: { part, moments: this.#moments, 'moments killed at': this.#points.size, seed },
      seen: { ...this.#seen, ...seen, wrong: this.#wrong.length },
    })
    expect(this.#wrong).toEqual([])
    expect(this.#seen.killed).toBeGreaterThan(kills / 4)
  }

  /** Every third time the next start is killed too. */
  async #kill(plan: SetUpPlan, n: number, kill: Kill): Promise<void> {
    if ((await runUntil(this.#program, plan, kill)) === null) this.#seen.killed += 1
    if (kill?.type === 'at') this.#points.add(kill.moment)
    if (n % 3 !== 1) return
    const again = { type: 'at', moment: this.#random.integer(1, 60) } as const
    const isKilled = (await runUntil(this.#program, { ...plan, does: 'start' }, again)) === null
    if (isKilled) this.#seen['killed twice'] += 1
  }

  #open(folder: string): readonly string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter(({ parentPath, name }) => {
        const bytes = readFileSync(join(parentPath, name))
        return this.#secrets.some((secret) => bytes.includes(secret))
      })
      .map(({ name }) => `a secret lies in ${name}`)
  }
}

/** A folder of its own, gone afterwards: of thousands each may be large. */
async function inFolder(from: string | null, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  if (from !== null) cpSync(from, folder, { recursive: true })
  await work(folder)
  rmSync(folder, { recursive: true, force: true })
}

/** Where the nth life is killed: spread over all moments, and every fourth at any time. */
function killOf(n: number, moments: number, random: ReturnType<typeof seededRandom>): Kill {
  if (n % 4 === 3) return { type: 'after', delayMs: random.integer(0, 300) }
  const each = Math.max(1, Math.floor((kills * 3) / 4 / moments))
  const step = Math.floor((n - Math.floor(n / 4)) / each)
  return { type: 'at', moment: 1 + ((seed + step * spread(moments)) % moments) }
}

// A stride that comes to every moment, the far ones early.
function spread(moments: number): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  let stride = Math.max(1, Math.floor(moments * 0.382))
  while (common(stride, moments) !== 1) stride += 1
  return stride
}
