import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { remoteEnvironments } from '#shared/domain/product.ts'
import { workedIn } from '#main/office/environment/closed-environment.ts'
import { createSealedSettings } from '#main/office/settings/settings-file.ts'
import { removeFile } from '#main/platform/durable-file.ts'
import type { BackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import type { OpenKeys } from '#main/platform/keys/data-key.ts'
import type { KeyVault } from '#main/platform/keys/key-vault.ts'
import { officeKeysOf, type StoreKeys } from '#main/platform/keys/store-keys.ts'
import { fleetFileName } from './kept-fleet.ts'

export interface NewComputer {
  readonly dataFolder: string
  readonly keys: OpenKeys
  readonly vault: KeyVault
  readonly storeKeys: StoreKeys
  readonly officeKeys: StoreKeys
  readonly passphrase: Pick<BackupPassphrase, 'forget'>
}

/**
 * Removes what a set-up left that broke before its settings were written: the computer was new, and is new again. To be
 * called before officers are read. Settings that cannot be opened now prove nothing.
 */
export async function undoBrokenSetUp(computer: NewComputer): Promise<void> {
  const { dataFolder, keys, vault, storeKeys, officeKeys, passphrase } = computer
  const noted = join(dataFolder, fleetFileName)
  if (!existsSync(noted) || workedIn(dataFolder) !== null) return
  const settings = await createSealedSettings(dataFolder, keys).load()
  const isBroken =
    settings.type === 'none' || (settings.type === 'open' && settings.value['environment'] === 'practice')
  if (!isBroken) return
  const officers = join(dataFolder, 'officers.json')
  for (const forget of [
    ...remoteEnvironments.flatMap((name) => [() => vault.clear(name), () => storeKeys.clear(name)]),
    () => officeKeys.clear(officeKeysOf),
    () => passphrase.forget(),
    () => removeFile(officers, { asides: false }),
    // Last, since it shows that there is something to remove.
    () => removeFile(noted, { asides: false }),
  ]) {
    if (!(await forget()).ok) return
  }
}
