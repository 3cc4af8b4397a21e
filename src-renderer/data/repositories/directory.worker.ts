import type { Environment } from '#shared/domain/product.ts'
import { createDirectoryStore, type DirectoryStore } from './directory-store.ts'
import type { WorkerAnswer, WorkerQuestion } from './directory-worker-messages.ts'
import { openPageStorage } from './page-storage.ts'

// Runs the directory outside the page's thread: building its index would block typing for a second.

let opened: { readonly environment: Environment; readonly shelf: Promise<DirectoryStore | null> } | null =
  null

function shelfOf(environment: Environment): Promise<DirectoryStore | null> {
  if (opened?.environment !== environment) {
    const shelf = openPageStorage(environment).then((storage) =>
      storage.ok ? createDirectoryStore(storage.value) : null,
    )
    opened = { environment, shelf }
  }
  return opened.shelf
}

async function answerTo(asked: WorkerQuestion): Promise<unknown> {
  const shelf = await shelfOf(asked.environment)
  if (shelf === null) {
    opened = null
    return null
  }
  switch (asked.method) {
    case 'search':
      return await shelf.search(asked.question)
    case 'page':
      return await shelf.page(asked.question)
    case 'one':
      return await shelf.one(asked.question)
    case 'publish':
      return await shelf.publish(asked.question)
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
