import { shortestSecret, type SecretRules } from './domain/officer.ts'
import { environments, type Environment } from './domain/product.ts'
import type { Settings } from './settings.ts'

/** Fields that are settings under the same name, and are laid over them as they are. */
export const managedByName = [
  'liveBaseUrl',
  'sandboxBaseUrl',
  'liveFileStore',
  'sandboxFileStore',
  'keepReceivedDays',
  'lockAfterMinutes',
  'updateFeed',
  'branchName',
  'statusNames',
  'finalStatuses',
  'startAtLogin',
  'notifications',
  'sharedOutbox',
  'notNeededLink',
  'notAvailableLink',
] as const satisfies readonly (keyof Settings)[]

/** What an organisation may set for a computer; docs/managed-settings.md has the bounds. The key is never among it. */
export const managedFields = [
  'environments',
  ...managedByName,
  'pinMinimumLength',
  'pinNeedsLetters',
] as const

export type ManagedField = (typeof managedFields)[number]

/** Bounds of the PIN length that an organisation may require. */
export const pinLengthLimits = { least: shortestSecret, most: 32 } as const

/** What is wrong with a policy: the name of a field, never its value. */
export type ManagedProblem =
  /** Nothing is sent, and nothing may be changed. */
  | { readonly type: 'not-read'; readonly why: ManagedFlaw }
  /** The value has no effect; the other fields do. */
  | { readonly type: 'bad-value'; readonly field: ManagedField }
  /** `name` is null where it is not a plain word. */
  | { readonly type: 'unknown-field'; readonly name: string | null }
  /** A field named like a secret: its value was not looked at, and does not belong there. */
  | { readonly type: 'looks-secret'; readonly name: string | null }

/** Why a file, or the registry, is no policy. */
export type ManagedFlaw =
  /** Users other than administrators could change or create it. */
  | 'unprotected'
  /** The Windows registry could not be read. */
  | 'not-asked'
  | 'not-a-file'
  | 'unreadable'
  | 'too-long'
  | 'not-json'

/** How this computer is managed; visible to anyone at it. */
export interface ManagedSettings {
  /** Where it was read; `none`: nothing is managed here. */
  readonly source: 'none' | 'file' | 'registry'
  /** The file or registry key, for this computer's administrator. */
  readonly place: string
  /** The fields that apply. */
  readonly fields: readonly ManagedField[]
  /** The environments that may be used. */
  readonly environments: readonly Environment[]
  readonly secretRules: SecretRules
  readonly problems: readonly ManagedProblem[]
}

/** An unmanaged computer. */
export const unmanaged: ManagedSettings = {
  source: 'none',
  place: '',
  fields: [],
  environments,
  secretRules: { minimumLength: shortestSecret, needsLetters: false },
  problems: [],
}

/** Settings an officer could change if they were not managed. */
export type ManagedSetting = Exclude<ManagedField, 'environments'> | 'environment'

/** Whether the organisation has set this, so that it cannot be changed here. */
export function isManaged(
  { fields, environments: allowed }: Pick<ManagedSettings, 'fields' | 'environments'>,
  setting: ManagedSetting,
): boolean {
  return setting === 'environment' ? allowed.length === 1 : fields.includes(setting)
}

/** Whether the policy could not be read, so that nothing may be sent. Every field counts as managed then. */
export function isUnread({ problems }: Pick<ManagedSettings, 'problems'>): boolean {
  return problems.some(({ type }) => type === 'not-read')
}
