import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { remoteEnvironments } from '#shared/domain/product.ts'
import { workedIn } from '#main/office/environment/closed-environment.ts'
import { createSealedSettings } from '#main/office/settings/settings-file.ts'
import { removeFile } from '#main/platform/durable-file.ts'
import type { BackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import type { DataKey } from '#main/platform/keys/data-key.ts'
import type { KeyVault } from '#main/platform/keys/key-vault.ts'
import { officeKeysOf, type StoreKeys } from '#main/platform/keys/store-keys.ts'
import { fleetFileName } from './kept-fleet.ts'

export interface NewComputer {
  readonly dataFolder: string
  readonly dataKey: () => Promise<DataKey | null>
  readonly vault: KeyVault
  readonly storeKeys: StoreKeys
  readonly officeKeys: StoreKeys
  readonly passphrase: Pick<BackupPassphrase, 'forget'>
}

/**
 * Removes what a set-up left that broke before its settings were written: the computer was new, and is new again. To be
 * called before settings and officers are read. Settings that cannot be opened now prove nothing.
 */
export async function undoBrokenSetUp(computer: NewComputer): Promise<void> {
  const { dataFolder, dataKey, vault, storeKeys, officeKeys, passphrase } = computer
  const noted = join(dataFolder, fleetFileName)
  if (!existsSync(noted) || workedIn(dataFolder) !== null) return
  // Where it is not open, or officers or an environment were here, nothing is known to be new.
  if ((await dataKey())?.had.length !== 0) return
  const settings = await createSealedSettings(dataFolder, dataKey).load()
  // Where the policy allows one environment, a set-up writes the address and not the environment.
  const isPractice =
    settings.type === 'open' &&
    settings.value['environment'] === 'practice' &&
    remoteEnvironments.every((name) => !settings.value[`${name}BaseUrl`])
  if (settings.type !== 'none' && !isPractice) return
  const forgotten = await Promise.all([
    ...remoteEnvironments.flatMap((name) => [vault.clear(name), storeKeys.clear(name)]),
    officeKeys.clear(officeKeysOf),
    passphrase.forget(),
    removeFile(join(dataFolder, 'officers.json'), { asides: false }),
  ])
  // Last, since it shows that there is something to remove.
  if (forgotten.every(({ ok }) => ok)) await removeFile(noted, { asides: false })
}
