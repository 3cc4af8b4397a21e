import type { ManagersChannel, RequestArgument, RequestChannel } from '#shared/contract/calls.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { secretWeakness } from '#shared/domain/officer.ts'
import { isUnread, type ManagedSettings } from '#shared/managed-settings.ts'
import { addressIn } from '#shared/settings.ts'
import type { NamedParts } from '#shared/language/message.ts'
import { say, type Asked } from '#main/platform/texts/texts.ts'
import type { Permission } from '#main/shell/dialogs.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { FileStores } from '#main/office/environment/file-stores.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'

/** What main asks a person before a call; null where nothing of it would happen, or all of it comes back. */
export type Question<C extends RequestChannel> = (
  argument: RequestArgument<C>,
) => Permission | null | Promise<Permission | null>

/** Concerns nobody else, and comes back by doing it again. */
export const comesBack = (): null => null
/** Main's own dialog is part of it: it asks for a file or an address. */
export const ownDialog = (): null => null

/** A call that only managers may make does not compile without its line here. docs/security.md shows the table. */
export type ManagersQuestions = { readonly [C in ManagersChannel]: Question<C> }

export interface ManagersQuestionsOptions {
  readonly workspace: Workspace
  readonly office: Office
  readonly officers: OfficerSession
  readonly settings: OfficeSettings
  readonly managed: ManagedSettings
  readonly fileStores: FileStores
}

/**
 * What main asks, in a dialog that no page can answer, before a manager does something to somebody else, or something
 * that cannot come back. What is going to be refused anyway is not asked about.
 */
export function createManagersQuestions({
  workspace,
  office,
  officers,
  settings,
  managed,
  fileStores,
}: ManagersQuestionsOptions): ManagersQuestions {
  /** A question about an officer. */
  const about = (id: string, key: Asked): Permission | null => {
    const name = officers.names().get(id)
    return name === undefined ? null : asking(key, { name })
  }
  const isRefusedSecret = (secret: string): boolean =>
    isUnread(managed) || secretWeakness(secret, managed.secretRules) !== null
  /** Where the key in use would be another; a new address is asked about itself. */
  const keyQuestion = async (environment: RemoteEnvironment, address: string): Promise<Permission | null> =>
    (await workspace.origins.hasKeyFor(environment, address)) ? asking('key-replace') : null

  return {
    'officers:add': ({ name, role, secret }) => {
      // The first officer takes nothing from anybody.
      if (officers.status().type === 'off' || isRefusedSecret(secret)) return null
      return asking(`add-${role}`, { name })
    },
    'officers:reset-secret': ({ id, next }) => (isRefusedSecret(next) ? null : about(id, 'reset')),
    'officers:set-role': ({ id, role }) => about(id, role === 'manager' ? 'promote' : 'demote'),
    'officers:remove': ({ id }) => about(id, 'remove'),

    'office:backup-passphrase': async ({ passphrase }) => {
      const fit = await office.judgePassphrase(passphrase)
      return fit === 'first' || fit === 'another' ? asking(`passphrase-${fit}`) : null
    },
    'privacy:forget-policy': ({ policy }) => asking('forget', { policy }),
    'privacy:clear-practice': () => asking('clear-practice'),
    'settings:change': ({ keepReceivedDays: next }) => {
      const before = settings.inForce.keepReceivedDays
      // 0 keeps for ever.
      const isShorter = next !== undefined && next !== 0 && (before === 0 || next < before)
      if (!isShorter || settings.isRefused({ keepReceivedDays: next })) return null
      return asking('retention', { n: next })
    },

    'key:clear': () => asking('key-clear'),
    'key:set': () => {
      const { name } = workspace.environment
      return name === 'practice' ? null : keyQuestion(name, addressIn(settings.inForce, name))
    },
    'environment:connect': ({ environment, baseUrl, key }) =>
      key === null ? null : keyQuestion(environment, baseUrl),
    'file-store:clear': () => {
      const { name } = workspace.environment
      return asking(
        name !== 'practice' && settings.isFileStoreManaged(name) ? 'store-key-clear' : 'store-clear',
      )
    },
    'file-store:set': async ({ environment, store, accessKey }) =>
      accessKey !== null && (await fileStores.hasKeyFor(environment, store))
        ? asking('store-key-replace')
        : null,

    'backup:write': ownDialog,
    'backup:choose': ownDialog,
    'backup:take-in': ownDialog,
    'set-up:choose': ownDialog,
    'set-up:take-in': ownDialog,

    'backup:status': comesBack,
    'backup:open': comesBack,
    'office:backup-now': comesBack,
    'privacy:about-policy': comesBack,
    'network:set-proxy-login': comesBack,
    'network:clear-proxy-login': comesBack,
  }
}

function asking(key: Asked, named: NamedParts = {}): Permission {
  const [message, detail] = [say(`asks.${key}.question`, named), say(`asks.${key}.detail`, named)]
  return { type: 'warning', message, detail, allow: say(`asks.${key}.allow`) }
}
