import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { SetUpReportSchema, type SetUpPlan } from './set-up-messages.ts'

/** Where a process is killed: at a moment of its own count, or after so many ms of work. */
export type Kill =
  | { readonly type: 'at'; readonly moment: number }
  | { readonly type: 'after'; readonly delayMs: number }
  | null

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
    const child = this.#start({ ...plan, folder: this.folder, last })
    let moments: number | null = null
    const timers: NodeJS.Timeout[] = []
    child.on('message', (message) => {
      const report = v.parse(SetUpReportSchema, message)
      if (report.type === 'done') ({ moments } = report)
      else if (kill?.type === 'after') timers.push(setTimeout(() => child.kill('SIGKILL'), kill.delayMs))
    })
    const ended: readonly unknown[] = await once(child, 'exit')
    const [code, signal] = ended
    for (const timer of timers) clearTimeout(timer)
    const wasKilled = signal === 'SIGKILL'
    if (!wasKilled && code !== 0) throw new Error(`a process ended with ${String(code)}`)
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

  #start(plan: SetUpPlan): ChildProcess {
    return fork(this.#program, [JSON.stringify(plan)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The first one leaves behind what it compiled.
      env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(this.#program), 'compiled') },
    })
  }
}
