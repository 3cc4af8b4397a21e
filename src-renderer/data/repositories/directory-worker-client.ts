import type { Environment } from '#shared/domain/product.ts'
import { startWorker } from '../own-workers.ts'
import type { DirectoryStore } from './directory-store.ts'
import type { WorkerAnswer } from './directory-worker-messages.ts'

/** A directory store in a worker. The worker starts with the first request and ends with `close`. */
export interface WorkerDirectory extends DirectoryStore {
  close(): void
}

/** The stored directory of an environment, searched in a worker. */
export function createWorkerDirectory(environment: Environment): WorkerDirectory {
  let worker: Worker | null = null
  let lastNumber = 0
  const waiting = new Map<number, (answer: unknown) => void>()

  const end = (): void => {
    worker?.terminate()
    worker = null
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = startWorker('directory')
    started.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      waiting.get(data.number)?.(data.answer)
      waiting.delete(data.number)
    })
    // The worker failed to load or crashed: pending requests fail, and the next request starts a new worker.
    started.addEventListener('error', end)
    return started
  }
  const ask = async <M extends keyof DirectoryStore>(
    method: M,
    question: Parameters<DirectoryStore[M]>[0],
  ): Promise<Awaited<ReturnType<DirectoryStore[M]>>> => {
    worker ??= start()
    lastNumber += 1
    const number = lastNumber
    const answered = new Promise<unknown>((resolve) => waiting.set(number, resolve))
    worker.postMessage({ number, environment, method, question })
    // Safe: the worker is our own code and answers exactly this method.
    return (await answered) as Awaited<ReturnType<DirectoryStore[M]>>
  }

  return {
    search: (question) => ask('search', question),
    page: (question) => ask('page', question),
    one: (question) => ask('one', question),
    publish: (question) => ask('publish', question),
    close: end,
  }
}
