import type { Environment } from '#shared/domain/product.ts'
import { createDirectoryStore, type DirectoryStore } from './directory-store.ts'
import type { WorkerAnswer, WorkerQuestion } from './directory-worker-messages.ts'
import { openPageStorage } from './page-storage.ts'

// Runs the directory outside the page's thread: building its index would block typing for a second.

let opened: { readonly environment: Environment; readonly store: Promise<DirectoryStore | null> } | null =
  null

function storeOf(environment: Environment): Promise<DirectoryStore | null> {
  if (opened?.environment !== environment) {
    const store = openPageStorage(environment).then((storage) =>
      storage.ok ? createDirectoryStore(storage.value) : null,
    )
    opened = { environment, store }
  }
  return opened.store
}

async function answerTo(asked: WorkerQuestion): Promise<unknown> {
  const store = await storeOf(asked.environment)
  if (store === null) {
    opened = null
    return null
  }
  switch (asked.method) {
    case 'search':
      return await store.search(asked.question)
    case 'page':
      return await store.page(asked.question)
    case 'one':
      return await store.one(asked.question)
    case 'publish':
      return await store.publish(asked.question)
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void answerTo(data)
    .catch(() => null)
    .then((answer) => {
      const message: WorkerAnswer = { number: data.number, answer }
      postMessage(message)
    })
})
