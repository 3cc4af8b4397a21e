import type { RequestArgument } from '#shared/contract/calls.ts'
import type { FileStoreAnswer } from '#shared/contract/file-store.ts'
import type { FileStore, FileStoreStatus, StoreCheck } from '#shared/domain/file-store.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { originOf, storeIn, storeChange } from '#shared/settings.ts'
import { storeLabelOf } from '#main/file-store/store-address.ts'
import type { CheckStore } from '#main/file-store/object-store.ts'
import { isUsable } from '#main/platform/keys/key-vault.ts'
import type { StoreKeys } from '#main/platform/keys/store-keys.ts'
import type { Network } from '#main/network/network.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'
import { checkPractice } from './connection.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'

export interface FileStoresOptions {
  readonly workspace: Workspace
  readonly settings: OfficeSettings
  readonly storeKeys: StoreKeys
  readonly network: Network
  readonly checkStore: CheckStore
}

/** Where the files of claims go, who allowed it, and with which key. */
export class FileStores {
  readonly #options: FileStoresOptions

  constructor(options: FileStoresOptions) {
    this.#options = options
  }

  /** The file store of the open environment, without anything secret. */
  async status(): Promise<FileStoreStatus> {
    const { workspace, settings, storeKeys: keys } = this.#options
    const { name, connection } = workspace.environment
    if (name === 'practice') {
      return { store: connection.practice?.fileStore ?? null, isManaged: false, key: { type: 'practice' } }
    }
    const store = storeIn(settings.inForce, name)
    const key = await keys.status(name, store === null ? null : originOf(store.endpoint))
    return { store, isManaged: settings.isFileStoreManaged(name), key }
  }

  /**
   * Tries a store and its key, and uses them when they work. Otherwise, and when the person at the computer declines a
   * new store, everything stays as it is.
   *
   * @returns `no-key` where none came along and none is stored for its origin
   */
  async set(wish: RequestArgument<'file-store:set'>): Promise<Result<FileStoreAnswer, Failure>> {
    const { settings, storeKeys: keys, network, checkStore, workspace } = this.#options
    const { environment, store } = wish
    if (settings.isRefused(storeChange(environment, store))) return err({ type: 'set-by-organisation' })
    if (!(await this.#mayUse(environment, store))) return ok({ type: 'unchanged', check: null })
    const origin = originOf(store.endpoint)
    const accessKey = wish.accessKey ?? (await keys.read(environment, origin))
    if (accessKey === null) return err({ type: 'no-key' })
    const check = await checkStore({ store, accessKey }, network)
    if (!maySet(check, wish.evenOffline)) return ok({ type: 'unchanged', check })
    const storeKey = wish.accessKey === null ? null : () => keys.set(environment, origin, accessKey)
    const changed = await workspace.change(storeChange(environment, store), storeKey)
    if (!changed.ok) return changed
    if (check.type === 'works') await keys.proved(environment, origin)
    workspace.signalsOf[environment].fileStoreChanged.emit()
    return ok({ type: 'set', check, status: await this.status() })
  }

  /** Forgets the open environment's store and its key; of a store that the organisation set, the key alone. */
  async clear(): Promise<Result<FileStoreStatus, Failure>> {
    const { workspace, settings, storeKeys: keys } = this.#options
    const { name } = workspace.environment
    if (name === 'practice') return err({ type: 'not-possible-now' })
    const cleared = await keys.clear(name)
    if (!cleared.ok) return cleared
    const changed = settings.isFileStoreManaged(name)
      ? ok(null)
      : await workspace.change(storeChange(name, null))
    workspace.signalsOf[name].fileStoreChanged.emit()
    return changed.ok ? ok(await this.status()) : changed
  }

  /** Whether a store is in use, with a key for it: then a new key takes the place of that one, and nothing asks. */
  async hasKeyFor(environment: RemoteEnvironment, store: FileStore): Promise<boolean> {
    const { settings, storeKeys } = this.#options
    const inUse = storeIn(settings.inForce, environment)
    if (inUse === null || storeLabelOf(inUse) !== storeLabelOf(store)) return false
    return isUsable(await storeKeys.status(environment, originOf(store.endpoint)))
  }

  /** Tries the open environment's store. @returns `no-key` where there is none that could be tried */
  async check(): Promise<Result<StoreCheck, Failure>> {
    const { workspace, storeKeys: keys, network, checkStore } = this.#options
    const { name, connection } = workspace.environment
    if (connection.practice !== null) {
      return ok(await checkPractice(connection.practice, new AbortController().signal))
    }
    const inUse = await connection.fileStore()
    if (inUse === null) return err({ type: 'no-key' })
    const check = await checkStore(inUse, network)
    if (check.type === 'works') await keys.proved(name, originOf(inUse.store.endpoint))
    return ok(check)
  }

  /** The bucket, the folders and the links count as much as the address: each is somewhere that files or claims point. */
  async #mayUse(environment: RemoteEnvironment, store: FileStore): Promise<boolean> {
    const { workspace, settings, storeKeys: keys } = this.#options
    const before = storeIn(settings.inForce, environment)
    const key = await keys.status(environment, originOf(store.endpoint))
    return await workspace.origins.mayUse({
      environment,
      isFileStore: true,
      to: storeLabelOf(store),
      inUse: before === null ? null : storeLabelOf(before),
      isManaged: settings.isFileStoreManaged(environment),
      key,
    })
  }
}

/** What may be out of order for a moment only; anything else can be put right first. */
function maySet(check: StoreCheck, evenOffline: boolean): boolean {
  if (check.type === 'works') return true
  return evenOffline && (check.problem === 'no-connection' || check.problem === 'busy')
}
