import * as v from 'valibot'
import type { EntryKind, EntryStateName } from '../outbox/entry.ts'
import type { Environment, Product } from '../domain/product.ts'
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
interface ListedOfPolicy {
  readonly listedClaims: number
}

/** Everything this computer stores about a policy in one environment. */
export type KeptInPlace = KeptAboutPolicy & ListedOfPolicy

/** The same with its name. */
export interface KeptOfPolicy extends KeptInPlace {
  readonly environment: Environment
  /** Entries that are not delivered yet: they block forgetting. */
  readonly owed: number
}

/** What is stored about a policy in all environments. */
export interface KeptEverywhere {
  /** The open environment first. */
  readonly places: readonly KeptOfPolicy[]
  /** Environments whose stores cannot be opened now: their content is unknown. */
  readonly notLookedAt: readonly Environment[]
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

/** The result of forgetting a policy in one environment. */
export type ForgottenInPlace = NotDelivered | (ForgottenInOutbox & ListedOfPolicy)

/** The result of forgetting a policy everywhere. */
export type ForgetAnswer =
  | Pick<NotDelivered, 'type'>
  | (ForgottenInOutbox &
      ListedOfPolicy &
      Pick<KeptAboutPolicy, 'attachmentFiles' | 'uploadedFiles'> & {
        /** Environments where it failed or was not completed. */
        readonly notDone: readonly Environment[]
      })

/** Stored data is found only by the normal form. */
const policy = v.pipe(policyNumber, v.transform(policyNumberOf))

/** Data stored about a customer, in all environments; a closed one is opened for the call. */
export const privacyCalls = {
  'privacy:about-policy': call(v.strictObject({ policy }), answer<KeptEverywhere>(), 'manager'),
  /** Refused while anything of the policy is undelivered anywhere. `filesAside`: damaged files are deleted too. */
  'privacy:forget-policy': call(
    v.strictObject({ policy, filesAside: v.boolean() }),
    answer<ForgetAnswer>(),
    'manager',
  ),
  /** Removes all practice data from this computer. */
  'privacy:clear-practice': call(nothing, answer<null>(), 'manager'),
}
