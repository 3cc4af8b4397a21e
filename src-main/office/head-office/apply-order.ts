import { isDeepStrictEqual as isSame } from 'node:util'
import type { HeadOfficeChange, OrderProblem } from '#shared/head-office.ts'
import { originOf } from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import { storeLabelOf } from '#main/file-store/store-address.ts'
import { officeKeysOf } from '#main/platform/keys/store-keys.ts'
import { apply, inUse, type ApplyOptions, type InUse } from './apply.ts'
import type { FleetContent, FleetPlace } from './fleet-content.ts'
import type { FleetState } from './kept-fleet.ts'

/** `waits`: nothing can be tried now; it is looked at again. */
type NotYet = 'waits' | OrderProblem

interface Taken {
  /** Of the signed file with the content's number; null for none. */
  readonly digest: string | null
  /** Of the set-up file that it came in. */
  readonly setUpId?: string
  readonly now: Date
}

/**
 * Applies a signed content: a new key is used if it works, or if the insurer refuses the one in use. After a crash the
 * next look applies it again; it counts as taken once all of it is in use.
 */
export async function applyOrder(
  content: FleetContent,
  state: FleetState,
  options: ApplyOptions,
  { digest, setUpId = state.setUpId, now }: Taken,
): Promise<'applied' | NotYet> {
  const places = await Promise.all(content.places.map((place) => judged(place, options)))
  const unfit = places.find(({ key }) => key !== null)?.key
  if (unfit) return unfit
  const { number } = content.fleet
  const changes = [
    ...places.flatMap((place) => place.changes),
    ...(await sharedChanges(content, state, options)),
  ]
  // Noted once for each order: what was taken by half before is said too.
  const isNoted = changes.length === 0 || state.lastChange?.of === number
  const noted = isNoted ? state : { ...state, lastChange: { of: number, at: now.toISOString(), changes } }
  // A store that does not work keeps no key back.
  const refused = places.find(({ store }) => store !== null)?.store ?? null
  const usable = places.map(({ place, store }) => (store === null ? place : { ...place, fileStore: null }))
  const whole = {
    ...noted,
    fleet: content.fleet,
    backupSalt: content.backupSalt ?? state.backupSalt,
    orderDigest: digest,
    setUpId,
  }
  const after = refused === null ? whole : noted
  const applied = await apply({ ...content, places: usable }, { before: state, noted, after }, options)
  if (!applied.ok) return applied.error.type === 'set-by-organisation' ? 'set-by-organisation' : 'not-written'
  return refused ?? 'applied'
}

/** What a place would change here, and whether that may be done. */
interface Judged {
  readonly place: FleetPlace
  readonly changes: readonly HeadOfficeChange[]
  /** Why its key is not used; null if it is. */
  readonly key: NotYet | null
  /** Why its store is not used; null if it is, or stays. */
  readonly store: NotYet | null
}

async function judged(place: FleetPlace, options: ApplyOptions): Promise<Judged> {
  const used = await inUse(place.environment, options)
  const changes = changesOf(place, used)
  const key = await judgeKey(place, used, options)
  const isOtherStore = changes.some(({ what }) => what === 'store' || what === 'access-key')
  const store = key === null && isOtherStore ? await judgeStore(place, used, options) : null
  return { place, changes, key, store }
}

/** How a place differs from the one in use, the address first. One without a store changes none. */
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
  } else if (!isSame({ store, accessKey }, { store: used.store, accessKey: used.accessKey })) {
    changes.push({ environment, what: 'access-key', now: null })
  }
  return changes
}

/** What changes for all environments. */
async function sharedChanges(
  { places, officeStore, settings, backupSalt }: FleetContent,
  state: FleetState,
  { settings: now, officeKeys }: ApplyOptions,
): Promise<readonly HeadOfficeChange[]> {
  const environment = places[0]?.environment ?? 'live'
  const changes: HeadOfficeChange[] = []
  if (backupSalt !== null && backupSalt !== state.backupSalt)
    changes.push({ environment, what: 'backup-passphrase', now: null })
  if (officeStore !== null) {
    const { store } = officeStore
    const accessKey = await officeKeys.read(officeKeysOf, originOf(store.endpoint))
    if (!isSame(officeStore, { store: now.inForce.officeStore, accessKey }))
      changes.push({ environment, what: 'office-store', now: storeLabelOf(store) })
  }
  const given = now.givenBy(settings)
  if (given.ok && Object.keys(given.value).length > 0)
    changes.push({ environment, what: 'settings', now: null })
  return changes
}

async function judgeKey(
  { environment, baseUrl, key }: FleetPlace,
  used: InUse,
  { settings, network }: ApplyOptions,
): Promise<NotYet | null> {
  if (used.baseUrl !== baseUrl && settings.isAddressManaged(environment)) return 'set-by-organisation'
  if (used.key === key && used.baseUrl === baseUrl) return null
  const check = await tryKey(baseUrl, key, network)
  if (check.type === 'works') return null
  if (check.type !== 'key-refused') return 'waits'
  // A key that the insurer refuses is lost anyway: the new one may be allowed in a moment.
  const old = used.key === null ? null : await tryKey(used.baseUrl, used.key, network)
  return old?.type === 'key-refused' ? null : 'key-refused'
}

async function judgeStore(
  { environment, fileStore }: FleetPlace,
  used: InUse,
  { settings, network, checkStore }: ApplyOptions,
): Promise<NotYet | null> {
  if (fileStore === null) return null
  const { store } = fileStore
  if (!isSame(store, used.store) && settings.isFileStoreManaged(environment)) return 'set-by-organisation'
  const accessKey = fileStore.accessKey ?? used.accessKey
  if (accessKey === null) return 'store-refused'
  const check = await checkStore({ store, accessKey }, network)
  if (check.type !== 'problem') return null
  return check.problem === 'no-connection' || check.problem === 'busy' ? 'waits' : 'store-refused'
}
