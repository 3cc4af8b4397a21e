import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as v from 'valibot'
import { ReplySchema, type Command, type HostStatus } from '../host/control-contract.ts'
import { chromiumPids, killChromium } from '../host/processes.ts'
import { projectRoot } from '../../scripts/project-root.ts'

const startTimeoutMs = 60_000
const lookAgainMs = 25

/** One process of the stand-in, with its control channel. */
export class HostProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<number | null>
  readonly #output: string[] = []
  #lastId = 0

  constructor(args: readonly string[], env: Readonly<Record<string, string>>, appDir: string) {
    this.#child = fork(join(projectRoot, 'e2e/host/run.ts'), [join(appDir, 'out/main/index.js'), ...args], {
      cwd: appDir,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ...env },
      silent: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.#output.push(chunk.toString()))
    }
    this.#gone = once(this.#child, 'exit').then(() => this.#child.exitCode)
  }

  /** The exit code once it ended; null for a signal. */
  get gone(): Promise<number | null> {
    return this.#gone
  }
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }
  /** What it printed, for a failure's message. */
  get output(): string {
    return this.#output.join('')
  }

  async ask(command: Command): Promise<HostStatus> {
    // Its channel closes before its end is known.
    if (!this.#child.connected) await this.#gone
    if (!this.isRunning) throw new Error(`The application does not run.\n${this.output}`)
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<HostStatus>()
    const hear = (message: unknown): void => {
      const reply = v.safeParse(ReplySchema, message)
      if (!reply.success || reply.output.id !== id) return
      if (reply.output.status === undefined) reject(new Error(reply.output.error ?? 'No answer.'))
      else resolve(reply.output.status)
    }
    this.#child.on('message', hear)
    void this.#gone.then(() => reject(new Error(`The application has ended.\n${this.output}`)))
    try {
      // Without a callback, a channel that closes just now is an error of the process, which nobody awaits.
      this.#child.send({ id, command }, (error) => {
        if (error !== null) reject(error)
      })
      return await promise
    } finally {
      this.#child.off('message', hear)
    }
  }

  /** Asks for the status until it is as wanted: the channel has no news of its own. */
  async until(wanted: (status: HostStatus) => boolean): Promise<HostStatus> {
    const end = Date.now() + startTimeoutMs
    while (Date.now() < end) {
      const status = await this.ask({ type: 'status' })
      if (wanted(status)) return status
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
    throw new Error(`The application did not get there in ${startTimeoutMs} ms.\n${this.output}`)
  }

  /** SIGKILL for the host and its Chromium. */
  async kill(dataDir: string): Promise<void> {
    // Chromium first: it would end in good order when its host is gone, which a power cut does not let it, and write
    // where the test's folder was removed.
    killChromium(dataDir)
    this.#child.kill('SIGKILL')
    await this.#gone
    while (chromiumPids(dataDir).length > 0) {
      killChromium(dataDir)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
  }
}
