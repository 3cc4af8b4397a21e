import { join } from 'node:path'
import type { Hold } from '#shared/outbox/hold.ts'
import { originOf, parseBaseUrl, addressIn, storeIn } from '#shared/settings.ts'
import type { StoreCheck } from '#shared/domain/file-store.ts'
import type { Contact } from '#main/insurer/api/classify.ts'
import { createMerchantApi, type MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { Sighting } from '#main/insurer/api/sighting.ts'
import type { StoreInUse } from '#main/file-store/object-store.ts'
import type { PracticeOptions, PracticeServer, startPracticeServer } from '#main/practice/practice-server.ts'
import { directNetwork, type Network } from '#main/network/network.ts'
import { Signal } from '#main/platform/signal.ts'
import { checkObjects, checkStore } from '#main/file-store/check-store.ts'
import { looksMs } from '#main/file-store/object-store.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import { systemClock } from '#main/platform/clock.ts'
import type { StoreSource } from '#main/delivery/uploads/stores.ts'
import type { EnvironmentOptions } from './environment.ts'

type ConnectionOptions = Pick<
  EnvironmentOptions,
  'name' | 'dataFolder' | 'settings' | 'vault' | 'storeKeys' | 'network'
>

/** The connection to an environment's API; practice includes its server. */
export interface EnvironmentConnection {
  readonly api: MerchantApi
  /** Whether there is a key for its address. */
  readonly hasKey: () => Promise<boolean>
  /** The file store and its key as they are now; null in practice, while none is set, or its key is not here. */
  readonly fileStore: () => Promise<StoreInUse | null>
  /** Emitted with what each exchange showed of the connection. */
  readonly contact: Signal<Contact>
  /** The cause of each failure and the server's clock; emitted before the contact. */
  readonly sighting: Signal<Sighting>
  readonly practice: PracticeServer | null
  /** Why nothing can be sent: the practice server did not start. */
  readonly hold: Extract<Hold, { type: 'practice-unavailable' }> | null
  close(): Promise<void>
}

/** Port 9 is "discard": nothing listens there, no key is for there, and a hold blocks all sending anyway. */
const nowhere = 'http://127.0.0.1:9'

/**
 * Creates the connection to the environment's API. Nothing is sent yet.
 * @param mayWrite whether practice may use its file: not beside a file of a newer version
 */
export async function openConnection(
  { name: environment, dataFolder, settings, vault, storeKeys, network }: ConnectionOptions,
  { mayWrite }: { readonly mayWrite: boolean },
): Promise<EnvironmentConnection> {
  const contact = new Signal<Contact>()
  const sighting = new Signal<Sighting>()
  const apiAt = (baseUrl: string, network: Network, readKey: () => Promise<string | null>): MerchantApi =>
    createMerchantApi({
      baseUrl,
      network,
      readKey,
      onContact: (seen) => contact.emit(seen),
      onSighting: (seen) => {
        // Only an answer that is certainly the API's own, and not a refusal, shows a clock.
        if (seen.clock !== null) void vault.proved(environment, originOf(baseUrl))
        sighting.emit(seen)
      },
    })
  if (environment !== 'practice') {
    const address = parseBaseUrl(addressIn(settings.inForce, environment))
    const baseUrl = address.ok ? address.value : nowhere
    const readKey = (): Promise<string | null> => vault.read(environment, originOf(baseUrl))
    const api = apiAt(baseUrl, network, readKey)
    const hasKey = async (): Promise<boolean> => (await readKey()) !== null
    const fileStore = async (): Promise<StoreInUse | null> => {
      const store = storeIn(settings.inForce, environment)
      const accessKey = store === null ? null : await storeKeys.read(environment, originOf(store.endpoint))
      return store === null || accessKey === null ? null : { store, accessKey }
    }
    return { api, hasKey, fileStore, contact, sighting, practice: null, hold: null, close: () => api.close() }
  }
  const file = join(dataFolder, environment, 'practice.jsonl')
  const started = mayWrite ? await startPractice({ file }) : null
  const practice = started?.ok === true ? started.value : null
  const api = apiAt(practice?.url ?? nowhere, directNetwork, () => Promise.resolve(practice?.key ?? null))
  return {
    api,
    hasKey: () => Promise.resolve(true),
    fileStore: () => Promise.resolve(null),
    contact,
    sighting,
    practice,
    hold: practice === null ? { type: 'practice-unavailable' } : null,
    async close() {
      await api.close()
      await practice?.close()
    },
  }
}

// Loaded for practice alone, to keep the start of a live office short.
async function startPractice(options: PracticeOptions): ReturnType<typeof startPracticeServer> {
  const practice = await import('#main/practice/practice-server.ts')
  return await practice.startPracticeServer(options)
}

/** The file store of an open environment, as its files get there. */
export function storeSourceOf(
  { name, settings, network }: ConnectionOptions,
  connection: Pick<EnvironmentConnection, 'fileStore' | 'practice'>,
): StoreSource {
  if (name === 'practice') return practiceSource(connection.practice)
  return {
    current: () => storeIn(settings.inForce, name),
    async open(store) {
      const inUse = await connection.fileStore()
      // A key is for one origin: it opens other buckets there, and nothing elsewhere.
      if (inUse === null || originOf(inUse.store.endpoint) !== originOf(store.endpoint)) return null
      const options = {
        store,
        accessKey: inUse.accessKey,
        network,
        now: () => systemClock.now(),
      }
      return { objects: createObjectStore(options), check: (signal) => checkStore(options, signal, looksMs) }
    },
  }
}

/** Files of practice stay on this computer. */
function practiceSource(practice: PracticeServer | null): StoreSource {
  if (practice === null) return { current: () => null, open: () => Promise.resolve(null) }
  const { files } = practice
  const check = (signal: AbortSignal): Promise<StoreCheck> => checkPractice(practice, signal)
  return { current: () => practice.fileStore, open: () => Promise.resolve({ objects: files, check }) }
}

/** Tries the file store of practice. It never rejects. */
export function checkPractice({ files }: PracticeServer, signal: AbortSignal): Promise<StoreCheck> {
  return checkObjects(files, { prefix: '' }, signal)
}
