import type { EntryKind, EntryStateName } from '../outbox/entry.ts'
import type { Product } from '../domain/product.ts'

/** An entry about a policy, without what it says. */
export interface KeptEntryLine {
  readonly kind: EntryKind
  readonly product: Product | null
  readonly acceptedAt: string
  readonly state: EntryStateName
}

/** What main keeps about a policy in an environment. */
export interface KeptAboutPolicy {
  readonly entries: readonly KeptEntryLine[]
  /** Tries, decisions and rows of the insurer's list kept with the entries. */
  readonly historyLines: number
  /** Drafts of it, whosever they are. */
  readonly draftIds: readonly string[]
  /** Photos and PDFs kept with its drafts and entries. */
  readonly attachmentFiles: number
  /** Damaged files that were kept aside: what they hold of it cannot be told. */
  readonly filesAside: readonly string[]
  /** Copies from before an update: what they hold of it is not looked at. Forgetting removes them whole. */
  readonly copies: number
}

/** What became of a wish to forget a policy. */
export type ForgetAnswer =
  /** Entries the insurer may not have yet: withdraw or finish them first. Nothing was removed. */
  | { readonly type: 'not-delivered'; readonly entries: number }
  | {
      readonly type: 'forgotten'
      readonly entries: number
      readonly drafts: number
      readonly filesAside: number
      /** False when the disk did not take the rewriting of the file: it is tried again at the next start. */
      readonly isDestroyed: boolean
    }
