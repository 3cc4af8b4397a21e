import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { KilledProcess } from '../../e2e/support/kills/killed-process.ts'
import { SetUpReportSchema, type SetUpPlan } from './set-up-messages.ts'

/** Where a process is killed: at a moment of its own count, or after so many ms of work. */
export type Kill =
  | { readonly type: 'at'; readonly moment: number }
  | { readonly type: 'after'; readonly delayMs: number }
  | null

const longestMs = 600_000

export interface Ended {
  readonly wasKilled: boolean
  /** Moments that it went through; null where it was killed. */
  readonly moments: number | null
}

/** The folder of a computer whose processes are killed. */
export class KilledComputer {
  readonly folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  readonly #program: string

  /** @param program the bundled process @param from a folder to begin with */
  constructor(program: string, from: string | null) {
    this.#program = program
    if (from !== null) cpSync(from, this.folder, { recursive: true })
  }

  /** Runs a process to its end, or to its death. @throws where it fails by itself */
  async run(plan: Omit<SetUpPlan, 'folder' | 'last'>, kill: Kill): Promise<Ended> {
    const last = kill?.type === 'at' ? kill.moment : null
    let moments: number | null = null
    const timers: NodeJS.Timeout[] = []
    const child = new KilledProcess<never>(
      this.#program,
      { ...plan, folder: this.folder, last },
      (message) => {
        const report = v.parse(SetUpReportSchema, message)
        if (report.type === 'done') ({ moments } = report)
        else if (kill?.type === 'after') timers.push(setTimeout(() => child.kill(), kill.delayMs))
      },
    )
    if (await child.end(longestMs)) throw new Error('a process does not end')
    for (const timer of timers) clearTimeout(timer)
    const wasKilled = child.endedBy === 'SIGKILL'
    if (!wasKilled && child.endedBy !== 0) throw new Error(`a process ended with ${child.endedBy}`)
    return { wasKilled, moments: wasKilled ? null : moments }
  }

  /** The names of files in which one of these texts stands. */
  filesWith(secrets: readonly string[]): readonly string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter(({ parentPath, name }) => {
        const bytes = readFileSync(join(parentPath, name))
        return secrets.some((secret) => bytes.includes(secret))
      })
      .map(({ name }) => name)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
