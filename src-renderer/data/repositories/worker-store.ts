import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import { startWorker } from '../own-workers.ts'
import type { PharmacyStore } from './pharmacy-store.ts'

/** A question of the page to its worker; each number gets one answer. */
export interface WorkerQuestion {
  readonly number: number
  readonly insurer: string
  readonly method: keyof PharmacyStore
  readonly question: unknown
}

export interface WorkerAnswer {
  readonly number: number
  readonly answer: unknown
}

const failed: Result<never, Failure> = err({ type: 'storage-unavailable' })

/** The pharmacies of an insurer, in a worker that starts with the first question and ends with `close`. */
export function createWorkerStore(insurer: string): PharmacyStore & { close(): void } {
  let worker: Worker | null = null
  let lastNumber = 0
  let isClosed = false
  const waiting = new Map<number, (answer: unknown) => void>()

  const end = (): void => {
    worker?.terminate()
    worker = null
    for (const resolve of waiting.values()) resolve(failed)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = startWorker('directory')
    started.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      waiting.get(data.number)?.(data.answer)
      waiting.delete(data.number)
    })
    // It failed to load or crashed: pending questions fail, and the next one starts a new worker.
    started.addEventListener('error', end)
    return started
  }
  const asking =
    <M extends keyof PharmacyStore>(method: M) =>
    async (question: Parameters<PharmacyStore[M]>[0]): Promise<Awaited<ReturnType<PharmacyStore[M]>>> => {
      lastNumber += 1
      const number = lastNumber
      const answered = new Promise<unknown>((resolve) => waiting.set(number, resolve))
      // An answer that comes later than the next insurer's must not be kept.
      if (isClosed) end()
      else (worker ??= start()).postMessage({ number, insurer, method, question } satisfies WorkerQuestion)
      // Safe: the worker is our own code and answers exactly this method.
      return (await answered) as Awaited<ReturnType<PharmacyStore[M]>>
    }

  return {
    state: asking('state'),
    search: asking('search'),
    one: asking('one'),
    keep: asking('keep'),
    run: asking('run'),
    publish: asking('publish'),
    close: () => {
      isClosed = true
      end()
    },
  }
}
