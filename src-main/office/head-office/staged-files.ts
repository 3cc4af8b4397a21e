import { constants } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '#shared/settings.ts'
import { newId } from '#shared/domain/identifier.ts'
import { originOf } from '#shared/settings.ts'
import { ok, type Result } from '#shared/result.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import type { DataKey } from '#main/platform/keys/data-key.ts'
import { createKeyVault, type KeyChangeFailure } from '#main/platform/keys/key-vault.ts'
import type { SealedFileFailure } from '#main/platform/keys/sealed-file.ts'
import type { SecretsPlace } from '#main/platform/keys/secret-file.ts'
import { createStoreKeys, officeKeysOf } from '#main/platform/keys/store-keys.ts'
import { createOfficersFile } from '#main/office/officers/kept-officers.ts'
import { everydayCost, hashSecret, type HashCost } from '#main/office/officers/secret-hash.ts'
import { flushFolder, patiently, writeDurably, type FileFailure } from '#main/platform/durable-file.ts'
import { createSealedSettings } from '#main/office/settings/settings-file.ts'
import type { SetUpContent } from './fleet-content.ts'
import { backupPassphraseOf, fleetFileName, saveFleet, type FleetState } from './kept-fleet.ts'

/*
 * Setting a computer up writes several files, and a power cut between two of them must not leave half an office. They
 * are written into a folder of their own, sealed as they will lie. One more file says that they are all there: that
 * moment decides. Afterwards they are moved into place, now or at the next start, before anything is opened.
 */
const stageName = 'set-up'
const completeName = 'complete'
/** In the order in which they are moved: settings last, since they say that the computer is set up. */
const stagedNames = [
  'keys/sandbox.json',
  'keys/live.json',
  'keys/sandbox-file-store.json',
  'keys/live-file-store.json',
  'keys/live-office-store.json',
  'keys/backup.json',
  fleetFileName,
  'officers.json',
  'settings.sealed',
] as const

export interface StageOptions {
  readonly dataFolder: string
  readonly dataKey: DataKey
  /** The settings as they will be after the set-up. */
  readonly settings: Settings
  readonly content: SetUpContent
  readonly state: FleetState
  /** The scrypt cost for the officers' first PINs. */
  readonly cost?: HashCost | undefined
}

/** Writes everything that a set-up file brings beside its place. Nothing holds before {@link completeStage}. */
export async function stageFiles(options: StageOptions): Promise<Result<null, KeyChangeFailure>> {
  const folder = join(options.dataFolder, stageName)
  await rm(folder, { recursive: true, force: true })
  for (const write of [stageKeys, stagePassphrase, stageFleet, stageOfficers, stageSettings]) {
    const written = await write(folder, options)
    if (!written.ok) return written
  }
  return ok(null)
}

async function stageKeys(
  folder: string,
  { dataKey, content }: StageOptions,
): Promise<Result<null, KeyChangeFailure>> {
  const secrets = secretsIn(folder, dataKey)
  const vault = createKeyVault(secrets)
  const storeKeys = createStoreKeys(secrets)
  for (const { environment, baseUrl, key, fileStore } of content.places) {
    const set = await vault.set(environment, { origin: originOf(baseUrl), key })
    if (!set.ok) return set
    if (!fileStore?.accessKey) continue
    const kept = await storeKeys.set(environment, originOf(fileStore.store.endpoint), fileStore.accessKey)
    if (!kept.ok) return kept
  }
  const { officeStore } = content
  if (officeStore === null) return ok(null)
  const origin = originOf(officeStore.store.endpoint)
  const kept = await createStoreKeys(secrets, 'office-store').set(officeKeysOf, origin, officeStore.accessKey)
  return kept.ok ? ok(null) : kept
}

async function stagePassphrase(
  folder: string,
  { dataKey, content }: StageOptions,
): Promise<Result<null, FileFailure>> {
  const { branchSecret, backupSalt } = content
  if (backupSalt === null) return ok(null)
  const passphrase = backupPassphraseOf(branchSecret, backupSalt)
  return await createBackupPassphrase(secretsIn(folder, dataKey)).set(passphrase, 'head-office')
}

async function stageFleet(
  folder: string,
  { dataKey, state }: StageOptions,
): Promise<Result<null, FileFailure>> {
  return unlocked(await saveFleet(folder, secretsIn(folder, dataKey).secretsKey, state))
}

async function stageOfficers(
  folder: string,
  { dataKey, content, cost = everydayCost }: StageOptions,
): Promise<Result<null, FileFailure>> {
  if (content.officers.length === 0) return ok(null)
  const officers = []
  for (const { name, role, firstPin } of content.officers) {
    const secret = await hashSecret(firstPin, cost)
    officers.push({ id: newId(), name, role, secret, failures: 0, mustChange: true, isRemoved: false })
  }
  return unlocked(await createOfficersFile(folder, keyFrom(dataKey)).save({ officers }))
}

async function stageSettings(
  folder: string,
  { dataKey, settings }: StageOptions,
): Promise<Result<null, FileFailure>> {
  return unlocked(await createSealedSettings(folder, keyFrom(dataKey)).save(settings))
}

function secretsIn(folder: string, { secrets }: DataKey): SecretsPlace {
  return { folder, secretsKey: () => Promise.resolve(secrets) }
}

function keyFrom(dataKey: DataKey): () => Promise<DataKey> {
  return () => Promise.resolve(dataKey)
}

/** What was sealed under a key that is there. */
function unlocked(saved: Result<null, SealedFileFailure>): Result<null, FileFailure> {
  if (saved.ok || saved.error.type !== 'locked') return saved as Result<null, FileFailure>
  return { ok: false, error: { type: 'storage-unavailable' } }
}

/** From here on the computer is set up: what was staged is moved into place, now or at the next start. */
export function completeStage(dataFolder: string): Promise<Result<null, FileFailure>> {
  return writeDurably(join(dataFolder, stageName, completeName), '')
}

/** Removes what was staged and is not complete. */
export async function dropStage(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, stageName), { recursive: true, force: true }).catch(() => undefined)
}

/**
 * Moves what is complete into place, and removes what is not. To be called before anything of the folder is opened.
 * @returns whether a set-up holds now that did not before. Where it fails, the next start goes on.
 */
export async function finishStage(dataFolder: string): Promise<boolean> {
  const folder = join(dataFolder, stageName)
  if (!(await exists(join(folder, completeName)))) {
    await dropStage(dataFolder)
    return false
  }
  try {
    await mkdir(join(dataFolder, 'keys'), { recursive: true, mode: 0o700 })
    for (const name of stagedNames) {
      if (!(await exists(join(folder, name)))) continue
      await patiently(() => rename(join(folder, name), join(dataFolder, name)))
      await flushFolder(dirname(join(dataFolder, name)))
    }
    // The file that says 'complete' goes first: without it the folder is only cleaned up.
    await rm(join(folder, completeName))
    await dropStage(dataFolder)
    return true
  } catch {
    return false
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
