import { shortestSecret, type SecretRules } from './domain/officer.ts'
import { environments, type Environment } from './domain/product.ts'

/** What an organisation may set for a computer; docs/managed-settings.md has the bounds. The key is never among it. */
export const policyFields = [
  'environments',
  'liveBaseUrl',
  'sandboxBaseUrl',
  'keepReceivedDays',
  'lockAfterMinutes',
  'pinMinimumLength',
  'pinNeedsLetters',
  'updateFeed',
  'language',
] as const
export type PolicyField = (typeof policyFields)[number]

/** Bounds of the length that an organisation may ask of a PIN. */
export const pinLengthLimits = { least: shortestSecret, most: 32 } as const

/** What is wrong with a policy. What it names is what was wrong, never its value. */
export type PolicyProblem =
  /** Nothing of it applies. */
  | { readonly type: 'not-read'; readonly why: PolicyFlaw }
  /** The field has no effect; the others have. */
  | { readonly type: 'bad-value'; readonly field: PolicyField }
  /** `name` is null where it is not a plain word. */
  | { readonly type: 'unknown-field'; readonly name: string | null }
  /** A field named like a secret: its value was not looked at, and does not belong there. */
  | { readonly type: 'looks-secret'; readonly name: string | null }

/** Why a file, or the registry, is no policy. */
export type PolicyFlaw =
  /** Somebody other than the system's administrators may change it, or puts it there. */
  | 'unprotected'
  /** The registry of Windows could not be asked. */
  | 'not-asked'
  | 'not-a-file'
  | 'unreadable'
  | 'too-long'
  | 'not-json'

/** How this computer is managed, as everybody at it may see. */
export interface ManagedSettings {
  /** Where it was read; `none`: nothing is managed here. */
  readonly source: 'none' | 'file' | 'registry'
  /** The file or registry key, for whoever looks after this computer. */
  readonly place: string
  /** The fields that apply. */
  readonly fields: readonly PolicyField[]
  /** The environments that may be used. */
  readonly environments: readonly Environment[]
  readonly secretRules: SecretRules
  readonly problems: readonly PolicyProblem[]
}

/** A computer that nobody manages. */
export const unmanaged: ManagedSettings = {
  source: 'none',
  place: '',
  fields: [],
  environments,
  secretRules: { minimumLength: shortestSecret, needsLetters: false },
  problems: [],
}

/** What an officer would change, were it not managed. */
export type ManagedSetting = Exclude<PolicyField, 'environments'> | 'environment'

/** Whether the organisation has set this, so that nobody changes it here. */
export function isManaged(
  { fields, environments: allowed }: Pick<ManagedSettings, 'fields' | 'environments'>,
  setting: ManagedSetting,
): boolean {
  return setting === 'environment' ? allowed.length === 1 : fields.includes(setting)
}
