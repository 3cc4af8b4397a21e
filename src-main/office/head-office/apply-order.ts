import { isDeepStrictEqual } from 'node:util'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { HeadOfficeChange, OrderProblem } from '#shared/head-office.ts'
import { addressChange, originOf, addressIn, storeIn, storeChange } from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { Workspace, WorkspaceOptions } from '#main/office/environment/workspace.ts'
import { storeLabelOf } from '#main/file-store/store-address.ts'
import type { CheckStore } from '#main/file-store/object-store.ts'
import type { SecretsPlace } from '#main/platform/keys/secret-file.ts'
import { officeKeysOf, type AccessKey, type StoreKeys } from '#main/platform/keys/store-keys.ts'
import type { Order, FleetPlace } from './fleet-content.ts'
import { backupPassphraseOf, saveFleet, type FleetState } from './kept-fleet.ts'

/** What files of head office change on this computer. */
export interface ApplyOptions extends Pick<
  WorkspaceOptions,
  'dataFolder' | 'settings' | 'vault' | 'network'
> {
  readonly secretsKey: SecretsPlace['secretsKey']
  readonly workspace: Workspace
  readonly storeKeys: StoreKeys
  readonly officeKeys: StoreKeys
  readonly checkStore: CheckStore
  readonly office: Office
}

/** What became of an order, and what this computer knows of head office now. */
export interface Applied {
  /** `waits`: nothing can be tried now; it is looked at again. */
  readonly outcome: 'applied' | 'waits' | OrderProblem
  readonly state: FleetState
}

/** The address and the key of a place as this computer uses them now. */
interface InUse {
  readonly baseUrl: string
  readonly key: string | null
  readonly store: FileStore | null
  readonly accessKey: AccessKey | null
}

type Judged = 'same' | 'replace' | 'waits' | OrderProblem

/**
 * Applies a signed order: a new key is used if it works, or if the insurer refuses the one in use. After a crash the
 * next look applies it again; it counts as taken once all of it is in use.
 */
export async function applyOrder(
  order: Order,
  state: FleetState,
  options: ApplyOptions,
  { digest, now }: { readonly digest: string; readonly now: Date },
): Promise<Applied> {
  const judged = await Promise.all(
    order.places.map(async (place) => {
      const used = await inUse(place.environment, options)
      return { place, used, changes: changesOf(place, used), judged: await judge(place, used, options) }
    }),
  )
  for (const { judged: one } of judged) {
    if (one !== 'same' && one !== 'replace') return { outcome: one, state }
  }
  // Noted first, and once for each order: what was taken by half before is said too.
  const backupSalt = order.backupSalt ?? state.backupSalt
  const isNewPassphrase = backupSalt !== state.backupSalt
  const changes = judged.flatMap((one) => one.changes)
  const [first] = order.places
  if (isNewPassphrase && first !== undefined)
    changes.push({ environment: first.environment, what: 'backup-passphrase', now: null })
  const bucket = await newBucket(order, options)
  if (bucket !== null && first !== undefined)
    changes.push({
      environment: first.environment,
      what: 'office-store',
      now: storeLabelOf(bucket.store),
    })
  const isNoted = changes.length === 0 || state.lastChange?.of === order.number
  const lastChange = isNoted ? state.lastChange : { of: order.number, at: now.toISOString(), changes }
  const noted = { ...state, lastChange }
  if (!isNoted && !(await keeps(noted, options))) return { outcome: 'not-written', state }
  for (const { place, judged: one } of judged) {
    if (one === 'replace' && !(await replaceKey(place, options))) {
      return { outcome: 'not-written', state: noted }
    }
  }
  for (const { place, used, changes } of judged) {
    if (!changes.some(({ what }) => what === 'store' || what === 'access-key')) continue
    const stored = await replaceAccessKey(place, used, options)
    if (stored !== 'same') return { outcome: stored, state: noted }
  }
  if (isNewPassphrase && backupSalt !== null) {
    const given = await options.office.givePassphrase(backupPassphraseOf(state.branchSecret, backupSalt))
    if (!given.ok) return { outcome: 'not-written', state: noted }
  }
  if (bucket !== null && !(await replaceBucket(bucket, options)))
    return { outcome: 'not-written', state: noted }
  const secret = order.newSecret ?? state.fleet.secret
  const fleet = { ...state.fleet, number: order.number, secret }
  const after = { ...noted, fleet, backupSalt, orderDigest: digest }
  return (await keeps(after, options))
    ? { outcome: 'applied', state: after }
    : { outcome: 'not-written', state: noted }
}

/** Head office's bucket, where it or its key is another than in use. */
async function newBucket(
  { officeStore }: Order,
  { settings, officeKeys }: ApplyOptions,
): Promise<Order['officeStore']> {
  if (officeStore === null) return null
  const accessKey = await officeKeys.read(officeKeysOf, originOf(officeStore.store.endpoint))
  const used = { store: settings.inForce.officeStore, accessKey }
  return isDeepStrictEqual(officeStore, used) ? null : officeStore
}

/** Its key is not tried: what is wrong with it shows at the next status, and keeps no claim back. */
async function replaceBucket(
  { store, accessKey }: NonNullable<Order['officeStore']>,
  { workspace, officeKeys }: ApplyOptions,
): Promise<boolean> {
  const storeKey = () => officeKeys.set(officeKeysOf, originOf(store.endpoint), accessKey)
  return (await workspace.change({ officeStore: store }, storeKey)).ok
}

async function keeps(state: FleetState, { dataFolder, secretsKey }: ApplyOptions): Promise<boolean> {
  return (await saveFleet(dataFolder, secretsKey, state)).ok
}

async function inUse(
  environment: RemoteEnvironment,
  { settings, vault, storeKeys }: ApplyOptions,
): Promise<InUse> {
  const baseUrl = addressIn(settings.inForce, environment)
  const store = storeIn(settings.inForce, environment)
  return {
    baseUrl,
    key: baseUrl === '' ? null : await vault.read(environment, originOf(baseUrl)),
    store,
    accessKey: store === null ? null : await storeKeys.read(environment, originOf(store.endpoint)),
  }
}

/** How a place differs from the one in use, the address first. An order without a store changes none. */
function changesOf({ environment, baseUrl, key, fileStore }: FleetPlace, used: InUse): HeadOfficeChange[] {
  const changes: HeadOfficeChange[] = []
  if (used.baseUrl !== baseUrl) changes.push({ environment, what: 'address', now: baseUrl })
  if (used.key !== key) changes.push({ environment, what: 'key', now: null })
  if (fileStore === null) return changes
  const { store } = fileStore
  const accessKey = fileStore.accessKey ?? used.accessKey
  const place = storeLabelOf(store)
  if (used.store === null || storeLabelOf(used.store) !== place) {
    changes.push({ environment, what: 'store', now: place })
  } else if (!isDeepStrictEqual({ store, accessKey }, { store: used.store, accessKey: used.accessKey })) {
    changes.push({ environment, what: 'access-key', now: null })
  }
  return changes
}

async function judge(
  { environment, baseUrl, key }: FleetPlace,
  used: InUse,
  { settings, network }: ApplyOptions,
): Promise<Judged> {
  if (used.baseUrl !== baseUrl && settings.isAddressManaged(environment)) return 'set-by-organisation'
  if (used.key === key && used.baseUrl === baseUrl) return 'same'
  const check = await tryKey(baseUrl, key, network)
  if (check.type === 'works') return 'replace'
  if (check.type !== 'key-refused') return 'waits'
  // A key that the insurer refuses is lost anyway: the new one may be allowed in a moment.
  const old = used.key === null ? null : await tryKey(used.baseUrl, used.key, network)
  return old?.type === 'key-refused' ? 'replace' : 'key-refused'
}

async function replaceKey(
  { environment, baseUrl, key }: FleetPlace,
  { workspace, vault }: ApplyOptions,
): Promise<boolean> {
  const origin = originOf(baseUrl)
  // No question is asked: the signature is the consent.
  const taken = await workspace.change(addressChange(environment, baseUrl), () =>
    vault.set(environment, { origin, key }),
  )
  if (!taken.ok) return false
  workspace.environment.services?.engine.keyChanged()
  await vault.proved(environment, origin)
  return true
}

async function replaceAccessKey(
  { environment, fileStore }: FleetPlace,
  used: InUse,
  { workspace, storeKeys, network, checkStore }: ApplyOptions,
): Promise<'same' | 'waits' | OrderProblem> {
  if (fileStore === null) return 'same'
  const { store } = fileStore
  const accessKey = fileStore.accessKey ?? used.accessKey
  if (accessKey === null) return 'store-refused'
  const check = await checkStore({ store, accessKey }, network)
  if (check.type === 'problem') {
    return check.problem === 'no-connection' || check.problem === 'busy' ? 'waits' : 'store-refused'
  }
  const origin = originOf(store.endpoint)
  const changed = await workspace.change(storeChange(environment, store), () =>
    storeKeys.set(environment, origin, accessKey),
  )
  if (!changed.ok) return changed.error.type === 'set-by-organisation' ? 'set-by-organisation' : 'not-written'
  await storeKeys.proved(environment, origin)
  workspace.signals.fileStoreChanged.emit()
  return 'same'
}
