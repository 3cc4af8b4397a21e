import type { EntryKind, EntryStateName } from '../outbox/entry.ts'
import type { Product } from '../domain/product.ts'

/** An entry about a policy, without its content. */
export interface KeptEntryLine {
  readonly kind: EntryKind
  readonly product: Product | null
  readonly acceptedAt: string
  readonly state: EntryStateName
}

/** What main keeps about a policy in an environment. */
export interface KeptAboutPolicy {
  readonly entries: readonly KeptEntryLine[]
  /** Attempts, decisions and rows of the insurer's list kept with the entries. */
  readonly historyLines: number
  /** Its drafts, of any officer. */
  readonly drafts: number
  /** Claims that officers keep with their customers. */
  readonly keptDetails: number
  /** Photos and PDFs kept with its drafts and entries. */
  readonly attachmentFiles: number
  /** Files of them that lie in the file store, as far as known. */
  readonly uploadedFiles: number
  /** Damaged files that were set aside: whether they contain it is unknown. */
  readonly filesAside: readonly string[]
  /** Copies from before an update: they are not searched. Forgetting deletes them entirely. */
  readonly copies: number
}

/** Rows of the insurer's lists that are kept, of a policy. */
export interface ListedOfPolicy {
  readonly listedClaims: number
}

/** Entries the insurer may not have yet: withdraw or finish them first. Nothing was removed. */
interface NotDelivered {
  readonly type: 'not-delivered'
  readonly entries: number
}

/** What was forgotten of a policy in the outbox file. */
interface ForgottenInOutbox {
  readonly type: 'forgotten'
  readonly entries: number
  readonly drafts: number
  readonly keptDetails: number
  readonly filesAside: number
  /** False when the file could not be rewritten: the next start tries again. */
  readonly isDestroyed: boolean
}

export type OutboxForgotten = NotDelivered | ForgottenInOutbox

/** The result of forgetting a policy. */
export type ForgetAnswer = NotDelivered | (ForgottenInOutbox & ListedOfPolicy)
