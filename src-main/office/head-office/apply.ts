import type { FileStore } from '#shared/domain/file-store.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import {
  addressChange,
  addressIn,
  originOf,
  storeChange,
  storeIn,
  type SettingsChange,
} from '#shared/settings.ts'
import { isDeepStrictEqual as isSame } from 'node:util'
import type { Office } from '#main/office/computers/office.ts'
import type { Workspace, WorkspaceOptions } from '#main/office/environment/workspace.ts'
import { createOfficersFile } from '#main/office/officers/kept-officers.ts'
import { everydayCost, hashSecret, type HashCost } from '#main/office/officers/secret-hash.ts'
import type { CheckStore } from '#main/file-store/object-store.ts'
import type { SecretsPlace } from '#main/platform/keys/secret-file.ts'
import { officeKeysOf, type AccessKey, type StoreKeys } from '#main/platform/keys/store-keys.ts'
import type { FleetContent, FleetPlace } from './fleet-content.ts'
import { backupPassphraseOf, saveFleet, type FleetState } from './kept-fleet.ts'

/** What head office's content changes on this computer. */
export interface ApplyOptions extends Pick<
  WorkspaceOptions,
  'dataFolder' | 'settings' | 'vault' | 'network' | 'installationKey'
> {
  readonly secretsKey: SecretsPlace['secretsKey']
  readonly workspace: Workspace
  readonly storeKeys: StoreKeys
  readonly officeKeys: StoreKeys
  readonly checkStore: CheckStore
  readonly office: Office
  /** The scrypt cost for the officers' first PINs. */
  readonly secretCost?: HashCost
}

/** What this computer knows of head office. */
export interface Knowledge {
  /** Null on a new computer. */
  readonly before: FleetState | null
  /** From the first write on. */
  readonly noted: FleetState
  /** Once all of the content is in use. */
  readonly after: FleetState
}

/** What the settings are to be by that content. Only a new computer is told its name and which environment it opens. */
export function settingsOf(
  { places, settings, officeStore, branch }: FleetContent,
  isNew: boolean,
): SettingsChange {
  const [first] = places
  return places.reduce<SettingsChange>(
    (before, { environment, baseUrl, fileStore }) => ({
      ...before,
      ...addressChange(environment, baseUrl),
      ...(fileStore === null ? {} : storeChange(environment, fileStore.store)),
    }),
    {
      ...settings,
      ...(officeStore === null ? {} : { officeStore: officeStore.store }),
      ...(isNew && branch !== null && first !== undefined
        ? { branchName: branch.name, environment: first.environment, configured: true }
        : {}),
    },
  )
}

/**
 * Writes each part of a content that differs from what is in use: secrets first, which lie beside those before where they
 * are for another origin, then all settings at once, and what was written counts from then on. Where that is cut off, the
 * same content is applied again.
 */
export async function apply(
  content: FleetContent,
  known: Knowledge,
  options: ApplyOptions,
): Promise<Result<null, Failure>> {
  const { settings, workspace, vault, storeKeys } = options
  const fit = settings.givenBy(settingsOf(content, known.before === null))
  if (!fit.ok) return fit
  const patch = fit.value
  const parts = (): Promise<Result<unknown, Failure>> => giveParts(content, known, options)
  // No question is asked: it was asked before, or the signature is the consent.
  const given = await (Object.keys(patch).length > 0 ? workspace.change(patch, parts) : parts())
  if (!given.ok) return given
  for (const { environment, baseUrl, fileStore } of content.places) {
    await vault.proved(environment, originOf(baseUrl))
    if (fileStore !== null) await storeKeys.proved(environment, originOf(fileStore.store.endpoint))
  }
  for (const { environment } of content.places) {
    workspace.servicesIn(environment)?.engine.keyChanged()
    workspace.signalsOf[environment].fileStoreChanged.emit()
  }
  return known.after === known.noted ? ok(null) : await knows(known.after, options)
}

/** What is known of head office is noted first: on a new computer it shows a set-up that never came to its settings. */
async function giveParts(
  content: FleetContent,
  { before, noted }: Knowledge,
  options: ApplyOptions,
): Promise<Result<unknown, Failure>> {
  for (const give of [
    () => (noted === before ? ok(null) : knows(noted, options)),
    ...content.places.flatMap((place) => [
      () => giveKey(place, options),
      () => giveAccessKey(place, options),
    ]),
    () => giveOfficeKey(content, options),
    () => givePassphrase(content, before, noted, options),
    () => (before === null ? giveOfficers(content, options) : ok(null)),
  ]) {
    const given = await give()
    if (!given.ok) return given
  }
  return ok(null)
}

function knows(state: FleetState, { dataFolder, secretsKey }: ApplyOptions): Promise<Result<null, Failure>> {
  return saveFleet(dataFolder, secretsKey, state)
}

/** The address, the store and the keys of an environment as this computer uses them now. */
export interface InUse {
  readonly baseUrl: string
  readonly key: string | null
  readonly store: FileStore | null
  readonly accessKey: AccessKey | null
}

export async function inUse(
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

async function giveKey(
  { environment, baseUrl, key }: FleetPlace,
  { vault }: ApplyOptions,
): Promise<Result<unknown, Failure>> {
  const origin = originOf(baseUrl)
  if ((await vault.read(environment, origin)) === key) return ok(null)
  return await vault.set(environment, { origin, key })
}

/** A branch's own access key goes along to another store. */
async function giveAccessKey(
  { environment, fileStore }: FleetPlace,
  options: ApplyOptions,
): Promise<Result<unknown, Failure>> {
  if (fileStore === null) return ok(null)
  const { storeKeys } = options
  const accessKey = fileStore.accessKey ?? (await inUse(environment, options)).accessKey
  const origin = originOf(fileStore.store.endpoint)
  if (accessKey === null || isSame(await storeKeys.read(environment, origin), accessKey)) return ok(null)
  return await storeKeys.set(environment, origin, accessKey)
}

/** It is not tried: what is wrong with it shows at the next status, and keeps no claim back. */
async function giveOfficeKey(
  { officeStore }: FleetContent,
  { officeKeys }: ApplyOptions,
): Promise<Result<unknown, Failure>> {
  if (officeStore === null) return ok(null)
  const origin = originOf(officeStore.store.endpoint)
  if (isSame(await officeKeys.read(officeKeysOf, origin), officeStore.accessKey)) return ok(null)
  return await officeKeys.set(officeKeysOf, origin, officeStore.accessKey)
}

async function givePassphrase(
  { backupSalt }: FleetContent,
  before: FleetState | null,
  { branchSecret }: FleetState,
  { office }: ApplyOptions,
): Promise<Result<unknown, Failure>> {
  if (backupSalt === null || backupSalt === before?.backupSalt) return ok(null)
  return await office.givePassphrase(backupPassphraseOf(branchSecret, backupSalt))
}

/** They count once they are read again, when the environment is opened by the settings. */
async function giveOfficers(
  { branch }: FleetContent,
  { dataFolder, installationKey, secretCost = everydayCost }: ApplyOptions,
): Promise<Result<unknown, Failure>> {
  const officers = []
  for (const { name, role, firstPin } of branch?.officers ?? []) {
    const secret = await hashSecret(firstPin, secretCost)
    officers.push({ id: newId(), name, role, secret, failures: 0, mustChange: true, isRemoved: false })
  }
  if (officers.length === 0) return ok(null)
  return await createOfficersFile(dataFolder, () => installationKey.orNull()).save({ officers })
}
