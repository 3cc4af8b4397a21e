import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runUntil, type Kill } from '../kills/killed-process.ts'
import type { SetUpPlan } from './set-up-process.ts'

/** The folder of a computer whose processes are killed. */
export class KilledComputer {
  readonly folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  readonly #program: string

  /** @param program the bundled process @param from a folder to begin with */
  constructor(program: string, from: string | null) {
    this.#program = program
    if (from !== null) cpSync(from, this.folder, { recursive: true })
  }

  /** Runs a process. @returns the moments that it went through; null where it was killed */
  async run(plan: Omit<SetUpPlan, 'folder'>, kill: Kill): Promise<number | null> {
    return await runUntil(this.#program, { ...plan, folder: this.folder }, kill)
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
