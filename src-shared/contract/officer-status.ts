import type { OfficerSummary, SecretWeakness } from '../domain/officer.ts'

/** Who sits at the desk, as everybody at this computer may see it. */
export type OfficerStatus =
  /** No officers were added: whoever opens the application works in it. */
  | { readonly type: 'off' }
  /** Someone has to sign in; nothing personal is shown until then. */
  | { readonly type: 'locked'; readonly officers: readonly OfficerSummary[] }
  | {
      readonly type: 'signed-in'
      readonly officer: OfficerSummary
      readonly officers: readonly OfficerSummary[]
      /** Where this officer was when the desk was locked. */
      readonly place: string | null
    }
  /** The officers' file is damaged, gone, or its key cannot be opened now. */
  | { readonly type: 'unreadable' }

/** Why signing in, or a change of the officers, was not possible. */
export type OfficerFailure =
  | { readonly type: 'wrong-secret'; readonly retryAfterMs: number }
  /** Too many wrong ones: this one was not even looked at. */
  | { readonly type: 'wait'; readonly retryAfterMs: number }
  | {
      readonly type: 'weak-secret'
      readonly problem: SecretWeakness
      /** The fewest characters that are taken here. */
      readonly minimumLength: number
    }
  | { readonly type: 'name-taken' }
  | { readonly type: 'unknown-officer' }
  | { readonly type: 'not-allowed' }
  | { readonly type: 'last-manager' }
  | { readonly type: 'disk-full' }
  | { readonly type: 'read-only' }
  | { readonly type: 'storage-unavailable' }

/** What became of a question about officers: done, with who sits at the desk now, or refused in its own words. */
export type OfficerAnswer =
  | { readonly type: 'done'; readonly officers: OfficerStatus }
  | { readonly type: 'refused'; readonly why: OfficerFailure }

/** Keys of the page's rows, 32 bytes as base64 each: the office's, and the signed-in officer's own. */
export interface RowKeys {
  readonly office: string
  /** Null at a desk without officers. */
  readonly own: string | null
  /** Keys that rows may still lie under; they are destroyed once the page has sealed its rows anew. */
  readonly earlier: { readonly office: readonly string[]; readonly own: readonly string[] }
  /** Other officers whose rows may lie under earlier keys: main seals those anew. */
  readonly others: readonly string[]
  /** Names these keys, to say later under which ones everything lies. */
  readonly generation: string
}
