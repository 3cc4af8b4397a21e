import { swift } from '#proofs/stores/real-store.ts'
import { testStoreAt, testAccessKey, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { StoreFront } from './store-front.ts'

/** A merchant's file store for a test: a real one where this machine has it. */
export interface TestStore {
  /** Which store it is, for the test's annotation. */
  readonly name: string
  readonly store: FileStore
  readonly accessKey: { readonly id: string; readonly secret: string }
  readonly front: StoreFront
  /** A bucket that anybody can list. */
  readonly listable: () => Promise<FileStore>
  readonly stop: () => Promise<void>
}

/** Links that everybody may open, all through the front. */
function behind(front: StoreFront, store: FileStore): FileStore {
  const endpoint = front.through(store.endpoint)
  const base = store.links.type === 'public' ? front.through(store.links.base) : endpoint
  return { ...store, endpoint, links: { type: 'public', base } }
}

/** Starts Swift where it is installed; elsewhere it is the practice server's store. */
export async function startTestStore(server: TestInsurer): Promise<TestStore> {
  if (!swift.isInstalled) {
    const store = testStoreAt(server.port)
    const front = await StoreFront.open(store.endpoint)
    return {
      name: 'the practice store',
      store: behind(front, store),
      accessKey: testAccessKey,
      front,
      listable() {
        server.fileStore.behave({ listable: true })
        return Promise.resolve(behind(front, store))
      },
      stop: () => front.down(),
    }
  }
  const running = await swift.start()
  const front = await StoreFront.open(running.endpoint)
  const store = await running.makeBucket('claims', 'links')
  return {
    name: swift.name,
    store: behind(front, store),
    accessKey: running.accessKey,
    front,
    listable: async () => behind(front, await running.makeBucket('listed', 'list')),
    async stop() {
      await front.down()
      await running.stop()
    },
  }
}
