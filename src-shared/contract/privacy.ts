import * as v from 'valibot'
import type { EntryKind, EntryStateName } from '../outbox/entry.ts'
import { environments, type Product } from '../domain/product.ts'
import { policyNumberOf } from '../domain/policy-number.ts'
import { nothing, policyNumber, answer, call } from './call.ts'

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

/** Stored data is found only by the normal form. */
const policy = v.pipe(policyNumber, v.transform(policyNumberOf))
const environment = v.picklist(environments)

/** Data stored about a customer, per environment; a closed environment is opened for the call. */
export const privacyCalls = {
  'privacy:about-policy': call(
    v.strictObject({ policy, environment }),
    answer<KeptAboutPolicy & ListedOfPolicy>(),
    'manager',
  ),
  /** Refused while anything of the policy is undelivered there. `filesAside`: damaged files are deleted too. */
  'privacy:forget-policy': call(
    v.strictObject({ policy, environment, filesAside: v.boolean() }),
    answer<ForgetAnswer>(),
    'manager',
  ),
  /** Removes all practice data from this computer. */
  'privacy:clear-practice': call(nothing, answer<null>(), 'manager'),
}
