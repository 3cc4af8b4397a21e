import { haveOfficersWorked, wasOpened } from './closed-environment.ts'
import { type WorkspaceOptions } from './workspace.ts'
import { provesManager } from '../officers/key-proof.ts'
import { OfficerSession } from '../officers/officer-session.ts'
import { createOfficersFile } from '../officers/officers-file.ts'
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
    openStore: async () => {
      const key = await installationKey.orNull()
      return key === null
        ? null
        : {
            file: createOfficersFile(dataFolder, () => Promise.resolve(key)),
            hadOfficers: key.had.includes('officers') || haveOfficersWorked(dataFolder),
            remember: () => installationKey.remember('officers'),
          }
    },
    monotonicMs: () => performance.now(),
    secretRules: managedConfig.managed.secretRules,
    provesManager: async (key) => {
      const had = (await installationKey.orNull())?.had ?? []
      return await provesManager(key, {
        vault,
        settings: settings.inForce,
        network,
        wasUsed: (environment) => had.includes(environment) || wasOpened(dataFolder, environment),
      })
    },
  })
}
