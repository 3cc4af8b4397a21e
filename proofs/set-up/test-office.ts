import type { FileStore } from '#shared/domain/file-store.ts'
import { addressIn, originOf, storeIn } from '#shared/settings.ts'
import { backupPassphraseOf, loadFleet } from '#main/office/head-office/kept-fleet.ts'
import type { FleetContent, FleetPlace } from '#main/office/head-office/fleet-content.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import { createKeyVault } from '#main/platform/keys/key-vault.ts'
import { createStoreKeys, type AccessKey } from '#main/platform/keys/store-keys.ts'
import { answering } from '#testing/head-office/head-office.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { createServices, type AppServices } from '#main/app/services.ts'
import { quietSurroundings } from '#testing/app/quiet-surroundings.ts'

/** Enough for a proof: no one guesses at these. */
const cheap = { cost: 2 ** 8, blockSize: 8, parallelization: 1 }
/** The same in every process: what one sealed, the next one opens. */
const protection = { safeStorage: createTestStore(), platform: 'linux' as const }

/** The application of a computer, as its main process composes it. */
export function openAt(folder: string): Promise<AppServices> {
  return createServices({
    ...quietSurroundings,
    protection,
    setUpDialogs: answering(true),
    checkStore: () => Promise.resolve({ type: 'works', isListable: false, removes: true }),
    secretCost: cheap,
    dataFolder: folder,
  })
}

/** A place as a set-up file writes it; null stands for what cannot be opened. */
export interface FoundPlace {
  readonly environment: FleetPlace['environment']
  readonly baseUrl: string
  readonly key: string | null
  readonly fileStore: { readonly store: FileStore; readonly accessKey: AccessKey | null } | null
}

/** What a computer has of one place: null where it has none that can be opened. */
async function placeOf(
  folder: string,
  { settings }: AppServices['workspace'],
  environment: FleetPlace['environment'],
): Promise<FoundPlace> {
  const baseUrl = addressIn(settings, environment)
  const store = storeIn(settings, environment)
  const secrets = secretsIn(folder, protection.safeStorage)
  const keys = createKeyVault(secrets)
  const storeKeys = createStoreKeys(secrets)
  const accessKey = store === null ? null : await storeKeys.read(environment, originOf(store.endpoint))
  return {
    environment,
    baseUrl,
    key: baseUrl === '' ? null : await keys.read(environment, originOf(baseUrl)),
    fileStore: store === null ? null : { store, accessKey },
  }
}

/** How a computer stands after a start. */
export interface Found {
  readonly isFresh: boolean
  /** Wholly set up from that file, but for its places. */
  readonly isSetUp: boolean
  /** Its places, as the set-up file and signed files write them. */
  readonly places: readonly FoundPlace[]
  /** The number of the last signed file that holds; null on a fresh computer. */
  readonly number: number | null
}

/** How a computer stands, by everything that a set-up writes. */
export async function found(
  folder: string,
  services: AppServices,
  { settings, branch, backupSalt, places }: FleetContent,
): Promise<Found> {
  const answer = await services.handlers['app:status'](undefined)
  if (!answer.ok) throw new Error(answer.error.type)
  const now = answer.value
  const secrets = secretsIn(folder, protection.safeStorage)
  const fleet = await loadFleet(folder, secrets.secretsKey)
  const passphrase = await createBackupPassphrase(secrets).read()
  const names = now.officers.type === 'locked' ? now.officers.officers.map(({ name }) => name) : []
  const have = await Promise.all(
    places.map(({ environment }) => placeOf(folder, services.workspace, environment)),
  )
  const keys = createKeyVault(secrets)
  const storeKeys = createKeyVault({ ...secrets, keysFor: 'file-store' })
  const held = await Promise.all(
    places.flatMap(({ environment }) => [keys.readAll(environment), storeKeys.readAll(environment)]),
  )
  return {
    isFresh:
      now.environment === 'practice' &&
      now.officers.type === 'off' &&
      !now.settings.configured &&
      now.settings.branchName === '' &&
      fleet === null &&
      passphrase === null &&
      held.every((one) => one.length === 0),
    isSetUp:
      now.environment === places[0]?.environment &&
      now.key.type === 'kept' &&
      now.settings.configured &&
      now.settings.branchName === branch?.name &&
      now.settings.updateFeed === (settings.updateFeed ?? null) &&
      JSON.stringify(names) === JSON.stringify(branch.officers.map(({ name }) => name)) &&
      fleet !== null &&
      passphrase === (backupSalt === null ? null : backupPassphraseOf(branch.secret, backupSalt)),
    places: have,
    number: fleet?.fleet.number ?? null,
  }
}
