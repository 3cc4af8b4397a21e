import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { DirectoryRunPageRow } from '../db/schema.ts'
import type { DirectoryRun } from './directory-run.ts'

export interface DownloadPorts {
  ask(page: number): Promise<Result<PharmacyPage, Failure>>
  keep(row: DirectoryRunPageRow): Promise<Result<unknown, Failure>>
  /** Waits that long, or until something suggests that a retry may work. */
  rest(waitMs: number): Promise<void>
  /** A page was read, or the download waits for a failure to pass (null: it continues). */
  progress(waitingFor: Failure | null): void
}

/** Requests in flight at once; kept low, since the server has other clients. */
const lanes = 2
const firstRestMs = 2000
const longestRestMs = 60_000

// Failures that pass by themselves, or once the officer has fixed the cause elsewhere.
const passing = new Set<Failure['type']>([
  'offline',
  'timeout',
  'tls',
  'intercepted',
  'no-key',
  'key-refused',
  'rate-limited',
  'server-error',
  'practice-unavailable',
  'locked',
])

/**
 * Reads the directory until the run is finished or stopped. It waits when the server asks for it or the connection is
 * lost, and then continues by itself.
 *
 * @returns `finished`, `stopped` by the signal, or a failure that does not pass by itself.
 */
export async function downloadDirectory(
  run: DirectoryRun,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Result<'finished' | 'stopped', Failure>> {
  const download = new Download(run, ports, signal)
  await Promise.all(Array.from({ length: lanes }, () => download.lane()))
  if (download.failure !== null) return err(download.failure)
  return ok(run.isFinished && !signal.aborted ? 'finished' : 'stopped')
}

class Download {
  failure: Failure | null = null
  readonly #run: DirectoryRun
  readonly #ports: DownloadPorts
  readonly #signal: AbortSignal
  #resting: Promise<void> | null = null
  #waitingFor: Failure | null = null
  #failuresInARow = 0
  #change = Promise.withResolvers<undefined>()

  constructor(run: DirectoryRun, ports: DownloadPorts, signal: AbortSignal) {
    this.#run = run
    this.#ports = ports
    this.#signal = signal
  }

  async lane(): Promise<void> {
    while (!this.#isOver()) {
      const page = this.#resting === null ? this.#run.next() : null
      if (page !== null) await this.#read(page)
      else if (this.#resting !== null) await this.#resting
      else await this.#change.promise
    }
    this.#changed()
  }

  #isOver(): boolean {
    return this.#signal.aborted || this.failure !== null || this.#run.isFinished
  }

  async #read(page: number): Promise<void> {
    this.#run.asked(page)
    const answer = await this.#ports.ask(page)
    if (this.#signal.aborted) this.#run.unanswered(page)
    else if (!answer.ok) this.#failed(page, answer.error)
    else if (answer.value.page !== page) this.#failed(page, { type: 'page-ignored' })
    else {
      this.#failuresInARow = 0
      const kept = await this.#ports.keep(this.#run.answered(page, answer.value))
      if (!kept.ok) this.failure = kept.error
      // The other lane may have failed in the meantime.
      this.#ports.progress(this.#waitingFor)
    }
    this.#changed()
  }

  #failed(page: number, failure: Failure): void {
    this.#run.unanswered(page)
    if (!passing.has(failure.type)) {
      this.failure = failure
      return
    }
    if (this.#resting !== null) return
    const waitMs =
      failure.type === 'rate-limited'
        ? Math.max(1000, failure.retryAfterMs)
        : Math.min(longestRestMs, firstRestMs * 2 ** this.#failuresInARow)
    this.#failuresInARow += 1
    this.#waitingFor = failure
    this.#resting = this.#ports.rest(waitMs).then(() => {
      this.#resting = null
      this.#waitingFor = null
      if (!this.#signal.aborted) this.#ports.progress(null)
    })
    this.#ports.progress(failure)
  }

  // Wakes the lane that had no page left to request.
  #changed(): void {
    const before = this.#change
    this.#change = Promise.withResolvers<undefined>()
    before.resolve(undefined)
  }
}
