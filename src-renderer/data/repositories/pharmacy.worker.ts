import { err } from '#shared/result.ts'
import { createPharmacyStore, type PharmacyStore } from './pharmacy-store.ts'
import type { WorkerAnswer, WorkerQuestion } from './worker-store.ts'

// Outside the page's thread: reading and folding a large directory would block typing for a second.

let store: PharmacyStore | null = null

async function answerTo({ insurer, method, question }: WorkerQuestion): Promise<unknown> {
  store ??= createPharmacyStore(insurer)
  // Safe: the page's proxy asks each method with its own question.
  return await store[method](question as never)
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void answerTo(data)
    .catch(() => err({ type: 'storage-unavailable' }))
    .then((answer) => postMessage({ number: data.number, answer } satisfies WorkerAnswer))
})
