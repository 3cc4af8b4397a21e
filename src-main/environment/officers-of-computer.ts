import { remoteEnvironments } from '#shared/domain/product.ts'
import { hasWorkedRemotely, workersIn } from './closed-files.ts'
import { openOfficersStore } from './officers-marks.ts'
import { type WorkspaceOptions } from './workspace.ts'
import { provesWithoutVerifier } from '../officers/key-proof.ts'
import { OfficerSession } from '../officers/officer-session.ts'
import type { HashCost } from '../officers/secret-hash.ts'
import { type ManagedConfig } from '../settings/managed/managed-config.ts'

/** Who works at this computer, with what proves a manager who forgot the passphrase. */
export function officersOfComputer(
  {
    dataFolder,
    installationKey,
    secretCost,
  }: Pick<WorkspaceOptions, 'dataFolder' | 'installationKey'> & {
    readonly secretCost?: HashCost | undefined
  },
  managedConfig: ManagedConfig,
  { vault, settings, network }: Pick<WorkspaceOptions, 'vault' | 'network' | 'settings'>,
): OfficerSession {
  return new OfficerSession({
    ...(secretCost === undefined ? {} : { cost: secretCost }),
    openStore: async () => openOfficersStore(dataFolder, await installationKey.orNull()),
    monotonicMs: () => performance.now(),
    secretRules: managedConfig.managed.secretRules,
    workers: () => workersIn(dataFolder),
    readableKeys: async () => {
      const found = await Promise.all(
        remoteEnvironments.map(async (environment) => ({
          environment,
          keys: await vault.readAll(environment),
        })),
      )
      return found.flatMap(({ environment, keys }) => keys.map((key) => ({ environment, key })))
    },
    provesWithoutVerifier: (key) =>
      provesWithoutVerifier(key, {
        vault,
        settings: settings.inForce,
        network,
        hasWorkedRemotely: hasWorkedRemotely(dataFolder),
      }),
  })
}
