import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { runUntil } from '#testing/kills/killed-process.ts'
import { proofSize } from '#testing/proof.ts'
import type { SetUpPlan } from './set-up-process.ts'

export const kills = proofSize('CLAIMS_DESK_SET_UP_KILLS', { short: 8, medium: 240, long: 2_000, quick: 2 })

/** How a computer begins, what it does until it is killed, and what is looked at then. */
interface Lives {
  readonly part: string
  readonly kills: number
  readonly program: string
  /** A folder to begin with. */
  readonly from: string | null
  readonly plan: Omit<SetUpPlan, 'folder'>
  /** What may stand in no file. */
  readonly secrets: readonly string[]
  /** Starts what a kill left. */
  readonly look: (folder: string) => Promise<Seen>
}

/** What a computer was after its death, in a word, and what is wrong with that. */
export interface Seen {
  readonly was: string
  readonly wrong: readonly string[]
}

/** Computers that begin alike and are killed at one moment each; every third is killed again at its next start. */
export async function killComputers(lives: Lives): Promise<readonly string[]> {
  const { part, program, from, secrets, look } = lives
  const run = (folder: string, does: SetUpPlan['does'], last: number | null): Promise<number | null> =>
    runUntil(program, { ...lives.plan, does, folder }, last)
  const whole = folderFrom(from)
  const moments = (await run(whole, lives.plan.does, null)) ?? 1
  rmSync(whole, { recursive: true })
  const points = Array.from({ length: moments }, (_, n) => n + 1)
  const plan = { proof: 'set-up', part, points, kills: lives.kills, lanes: 2 }
  return await killAtEach(plan, ({ n, chance }) => {
    const folder = folderFrom(from)
    const open = (): readonly string[] => readable(folder, secrets)
    const counts: Record<string, number> = {}
    return {
      counts,
      async dieAt(moment) {
        const isKilled = (await run(folder, lives.plan.does, moment)) === null
        if (n % 3 !== 1) return isKilled
        const isKilledAgain = (await run(folder, 'start', 1 + Math.floor(chance() * 60))) === null
        counts['killed twice'] = Number(isKilledAgain)
        return isKilled
      },
      async ledger() {
        const before = open()
        const { was, wrong } = await look(folder)
        counts[was] = 1
        return [...before, ...wrong, ...open()]
      },
      end() {
        // Of thousands each may be large.
        rmSync(folder, { recursive: true })
        return []
      },
    }
  })
}

function folderFrom(original: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  if (original !== null) cpSync(original, folder, { recursive: true })
  return folder
}

/** Which of the files hold one of these as it is. */
function readable(folder: string, secrets: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return secrets.some((secret) => bytes.includes(secret))
    })
    .map(({ name }) => `a secret lies in ${name}`)
}
