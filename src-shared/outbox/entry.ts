import * as v from 'valibot'
import { ClaimSchema, claimLimits } from '../domain/claim.ts'
import { IdSchema } from '../domain/draft.ts'
import { branchReferencePattern } from '../domain/identifier.ts'
import { policyNumberOf } from '../domain/policy-number.ts'
import { products } from '../domain/product.ts'
import type { NotSentCause, UncertainCause } from './attempt-outcome.ts'

const shortText = (limit: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limit))

/** What is to be delivered: a claim of one product (endpoints 1 and 4), or a pharmacy request (endpoint 11). */
export const EntryBodySchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('claim'),
    product: v.picklist(products),
    claim: ClaimSchema,
    branchReference: v.nullable(v.pipe(v.string(), v.regex(branchReferencePattern))),
  }),
  v.strictObject({
    kind: v.literal('pharmacy-request'),
    pharmacyId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    /** Kept to show the officer what was asked for; only the id is sent. */
    pharmacyName: shortText(500),
    policyNumber: v.pipe(
      shortText(claimLimits.policyNumber),
      v.check((text) => policyNumberOf(text) !== ''),
    ),
  }),
])
export type EntryBody = Readonly<v.InferOutput<typeof EntryBodySchema>>

export const SubmissionSchema = v.strictObject({ id: IdSchema, body: EntryBodySchema })
export type Submission = Readonly<v.InferOutput<typeof SubmissionSchema>>

export type EntryKind = EntryBody['kind']

/** Why an entry that waits is waiting. */
export type QueuedReason =
  | { readonly type: 'new' }
  | { readonly type: 'not-sent'; readonly cause: NotSentCause }
  | { readonly type: 'key-refused' }
  | { readonly type: 'rate-limited' }
  | { readonly type: 'proved-absent' }
  | { readonly type: 'officer-resend' }

/** How it is known that the insurer has it. */
export type DeliveryEvidence = 'answer' | 'list' | 'officer'

/** The state of an entry; each state carries its own data and nothing else. */
export type EntryState =
  | {
      readonly name: 'queued'
      readonly since: string
      readonly reason: QueuedReason
      /** Attempts in a row that provably never left: the exponent of the backoff. */
      readonly notSentInARow: number
      /** How often it was queued again after being proved absent. At most twice, then an officer looks. */
      readonly resends: number
    }
  | {
      readonly name: 'sending'
      readonly since: string
      readonly notSentInARow: number
      readonly resends: number
    }
  | {
      readonly name: 'unconfirmed'
      readonly since: string
      readonly cause: UncertainCause
      /** Valid readings of the claim list without a match so far. */
      readonly absentReadings: number
      readonly resends: number
    }
  | { readonly name: 'needs-review'; readonly since: string; readonly resends: number }
  | {
      readonly name: 'delivered'
      readonly at: string
      readonly evidence: DeliveryEvidence
      /** The id in the insurer's list, once a reading has shown it. */
      readonly claimId: number | null
      readonly serverMessage: string
    }
  | {
      readonly name: 'rejected'
      readonly at: string
      readonly serverMessage: string
      readonly fieldErrors: Readonly<Record<string, readonly string[]>>
    }
  /** `handed-over`: another computer sends it now (decision 18). */
  | { readonly name: 'withdrawn'; readonly at: string; readonly to: 'draft' | 'discarded' | 'handed-over' }
export type EntryStateName = EntryState['name']

/** All of them, in the order in which an officer looks at them. */
export const entryStateNames = [
  'queued',
  'sending',
  'unconfirmed',
  'needs-review',
  'delivered',
  'rejected',
  'withdrawn',
] as const satisfies readonly EntryStateName[]

/** An entry of the outbox. */
export interface Entry {
  readonly id: string
  /** Who captured it; null where there were no officers then. */
  readonly officerId: string | null
  /** Order of acceptance. */
  readonly seq: number
  readonly acceptedAt: string
  readonly body: EntryBody
  readonly state: EntryState
  /** How often it was tried. */
  readonly attempts: number
}

/** What a list shows of an entry. */
export interface EntrySummary {
  readonly id: string
  /** The name of the officer who captured it; null where there were none then. */
  readonly capturedBy: string | null
  readonly seq: number
  readonly acceptedAt: string
  readonly kind: EntryKind
  readonly product: 'keke' | 'okada' | null
  readonly policyNumber: string
  readonly pharmacyName: string | null
  readonly branchReference: string | null
  /** Naira; null for a pharmacy request. */
  readonly amount: number | null
  readonly state: EntryState
  readonly attempts: number
  /** When it is tried or looked for next, by the clock on the wall; null when only an event or an officer moves it. */
  readonly nextTryAt: string | null
  /** The list shows more rows of this entry than were sent: someone must call the insurer. */
  readonly duplicateClaimIds: readonly number[]
}

/** One line of an entry's history. */
export interface AttemptRecord {
  readonly openedAt: string
  readonly closedAt: string | null
  readonly outcome: string | null
}

/** An entry in full. */
export interface EntryDetail extends EntrySummary {
  readonly body: EntryBody
  readonly history: readonly AttemptRecord[]
}
