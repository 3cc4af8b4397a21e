import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { OrderProblem } from '#shared/head-office.ts'
import { originOf } from '#shared/settings.ts'
import { tryKey } from '../api/try-key.ts'
import type { OfficeSettings } from '../settings/office-settings.ts'
import type { Workspace } from '../environment/workspace.ts'
import type { CheckStore } from '../file-store/store-in-use.ts'
import type { KeyVault } from '../keys/key-vault.ts'
import type { SecretsPlace } from '../keys/secret-file.ts'
import type { StoreKeys } from '../keys/store-keys.ts'
import type { Network } from '../network/network.ts'
import type { Order, Place } from './fleet-content.ts'
import { saveFleet, type FleetState } from './kept-fleet.ts'
import { changesOf, heldPlace, type PlaceInUse } from './order-changes.ts'

export interface ApplyOptions {
  readonly dataFolder: string
  readonly secretsKey: SecretsPlace['secretsKey']
  readonly workspace: Pick<Workspace, 'takeFromHeadOffice' | 'change' | 'signals'>
  readonly settings: Pick<OfficeSettings, 'inForce' | 'isAddressManaged'>
  readonly vault: Pick<KeyVault, 'read' | 'proved'>
  readonly storeKeys: Pick<StoreKeys, 'read' | 'prepare' | 'proved'>
  readonly network: Network
  readonly checkStore: CheckStore
}

export type Applied =
  | { readonly type: 'applied'; readonly state: FleetState }
  /** Nothing can be tried now; it is looked at again. */
  | { readonly type: 'waits' }
  | { readonly type: 'refused'; readonly problem: OrderProblem }

type Judged = 'same' | 'replace' | 'wait' | OrderProblem

/**
 * Makes a signed order hold: each new key that works, or takes the place of one that the insurer refuses. What is cut
 * off is done again by the next look: the order counts as taken when everything of it holds.
 */
export async function applyOrder(
  order: Order,
  state: FleetState,
  options: ApplyOptions,
  now: Date,
): Promise<Applied> {
  const judged = await Promise.all(
    order.places.map(async (place) => ({ place, judged: await judge(place, options) })),
  )
  for (const { judged: one } of judged) {
    if (one === 'wait') return { type: 'waits' }
    if (one !== 'same' && one !== 'replace') return { type: 'refused', problem: one }
  }
  const inUse = await Promise.all(order.places.map(({ environment }) => placeInUse(environment, options)))
  const changes = changesOf(order.places, [...state.held, ...inUse.map(heldPlace)])
  for (const { place, judged: one } of judged) {
    if (one === 'replace' && !(await replaceKey(place, options))) {
      return { type: 'refused', problem: 'not-written' }
    }
  }
  for (const { place } of judged) {
    const stored = await replaceAccessKey(place, options)
    if (stored !== 'same') return stored === 'wait' ? { type: 'waits' } : { type: 'refused', problem: stored }
  }
  const fleet = {
    ...state.fleet,
    number: order.number,
    secret: order.newSecret ?? state.fleet.secret,
  }
  const given = order.places.map(heldPlace)
  const others = state.held.filter((one) => given.every(({ environment }) => environment !== one.environment))
  const after = {
    ...state,
    fleet,
    held: [...others, ...given],
    lastChange: changes.length === 0 ? state.lastChange : { at: now.toISOString(), changes: [...changes] },
  }
  const saved = await saveFleet(options.dataFolder, options.secretsKey, after)
  return saved.ok ? { type: 'applied', state: after } : { type: 'refused', problem: 'not-written' }
}

async function placeInUse(
  environment: RemoteEnvironment,
  { settings, vault, storeKeys }: ApplyOptions,
): Promise<PlaceInUse> {
  const baseUrl = settings.inForce.baseUrls[environment]
  const store = settings.inForce.fileStores[environment]
  const accessKey = store === null ? null : await storeKeys.read(environment, originOf(store.endpoint))
  return {
    environment,
    baseUrl,
    key: baseUrl === '' ? null : await vault.read(environment, originOf(baseUrl)),
    fileStore: store === null ? null : { store, accessKey },
  }
}

async function judge(place: Place, { settings, vault, network }: ApplyOptions): Promise<Judged> {
  const { environment, baseUrl, key } = place
  const before = settings.inForce.baseUrls[environment]
  if (before !== baseUrl && settings.isAddressManaged(environment)) return 'set-by-organisation'
  const present = before === '' ? null : await vault.read(environment, originOf(before))
  if (present === key && before === baseUrl) return 'same'
  const check = await tryKey(baseUrl, key, network)
  if (check.type === 'works') return 'replace'
  if (check.type !== 'key-refused') return 'wait'
  // A key that the insurer refuses is lost anyway: the new one may be allowed in a moment.
  const old = present === null ? null : await tryKey(before, present, network)
  return old?.type === 'key-refused' ? 'replace' : 'key-refused'
}

async function replaceKey(
  { environment, baseUrl, key }: Place,
  { workspace, vault }: ApplyOptions,
): Promise<boolean> {
  const taken = await workspace.takeFromHeadOffice(environment, baseUrl, key)
  if (!taken.ok) return false
  await vault.proved(environment, originOf(baseUrl))
  return true
}

async function replaceAccessKey(
  { environment, fileStore }: Place,
  { workspace, settings, storeKeys, network, checkStore }: ApplyOptions,
): Promise<'same' | 'wait' | OrderProblem> {
  if (fileStore === null) return 'same'
  const { store, accessKey } = fileStore
  const origin = originOf(store.endpoint)
  const present = await storeKeys.read(environment, origin)
  const { fileStores } = settings.inForce
  const isSameStore = JSON.stringify(fileStores[environment]) === JSON.stringify(store)
  if (isSameStore && present?.id === accessKey.id && present.secret === accessKey.secret) return 'same'
  const check = await checkStore(fileStore, network)
  if (check.type === 'problem') {
    return check.problem === 'no-connection' || check.problem === 'busy' ? 'wait' : 'store-refused'
  }
  const prepared = await storeKeys.prepare(environment, origin, accessKey)
  if (!prepared.ok) return 'not-written'
  const changed = await workspace.change(
    { fileStores: { ...fileStores, [environment]: store } },
    prepared.value,
  )
  if (!changed.ok) return changed.error.type === 'set-by-organisation' ? 'set-by-organisation' : 'not-written'
  await storeKeys.proved(environment, origin)
  workspace.signals.fileStoreChanged.emit()
  return 'same'
}
