import * as v from 'valibot'
import { attachmentFields } from '../domain/attachment.ts'
import { ClaimWithFilesSchema, PolicyNumberSchema, claimLimits } from '../domain/claim.ts'
import { CustomerSchema, type Customer } from '../domain/customer.ts'
import { IdSchema } from '../domain/draft.ts'
import type { Standing } from '../claim/follow-up.ts'
import { policyNumberOf } from '../domain/policy-number.ts'
import { products } from '../domain/product.ts'
import { referenceFields } from '../domain/reference.ts'
import { SlotStandInsSchema } from '../domain/stand-in.ts'
import type { EntryFiles, FileUpload } from './entry-files.ts'
import { isHttpsLink } from '../https-link.ts'
import { notSentCauses, uncertainCauses } from './attempt-outcome.ts'

const shortText = (limit: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limit))

/** What is to be delivered: a claim of one product (endpoints 1 and 4), or a pharmacy request (endpoint 11). */
export const EntryBodySchema = v.variant('kind', [
  v.pipe(
    v.strictObject({
      kind: v.literal('claim'),
      product: v.picklist(products),
      claim: ClaimWithFilesSchema,
      /** Never sent. */
      customer: v.exactOptional(CustomerSchema),
      ...referenceFields,
      /** The link fields that come from files; they are empty until every upload has finished. */
      fromFiles: v.exactOptional(v.array(v.picklist(attachmentFields))),
      /** The link fields that the officer chose words in: a correction has the words again, not that day's link. */
      standIns: v.exactOptional(SlotStandInsSchema),
    }),
    v.check(({ claim, fromFiles = [] }) =>
      attachmentFields.every((field) => fromFiles.includes(field) || isHttpsLink(claim[field])),
    ),
  ),
  v.strictObject({
    kind: v.literal('pharmacy-request'),
    pharmacyId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    /** Kept to show the officer what was asked for; only the id is sent. */
    pharmacyName: shortText(500),
    /** Where the insurer was when it was chosen, as `placeOf` has it: at another address, its number is another pharmacy. */
    chosenAt: v.exactOptional(v.pipe(v.string(), v.maxLength(2100))),
    policyNumber: v.pipe(
      shortText(claimLimits.policyNumber),
      v.check((text) => policyNumberOf(text) !== ''),
    ),
  }),
])
export type EntryBody = Readonly<v.InferOutput<typeof EntryBodySchema>>

export const SubmissionSchema = v.pipe(
  v.strictObject({
    id: IdSchema,
    body: EntryBodySchema,
    /** The entry of the request that was not accepted, and that this one corrects. */
    corrects: v.exactOptional(IdSchema),
  }),
  // Not of the body itself, which also reads what was kept before.
  v.check(({ body }) => v.is(PolicyNumberSchema, (body.kind === 'claim' ? body.claim : body).policyNumber)),
  v.check(({ body, corrects }) => corrects === undefined || body.kind === 'pharmacy-request'),
)
export type Submission = Readonly<v.InferOutput<typeof SubmissionSchema>>

export type EntryKind = EntryBody['kind']

/** Read-only all the way down: a state is never changed, only followed by another. */
type ReadonlyDeep<T> = { readonly [K in keyof T]: ReadonlyDeep<T[K]> }

const moment = v.string()
/** How often it was queued again after being proved absent. At most twice, then an officer decides. */
const resends = v.number()
/** Attempts in a row that provably never left: the exponent of the backoff. */
const notSentInARow = v.number()

const QueuedReasonSchema = v.variant('type', [
  v.object({ type: v.literal('new') }),
  v.object({ type: v.literal('not-sent'), cause: v.picklist(notSentCauses) }),
  v.object({ type: v.literal('key-refused') }),
  v.object({ type: v.literal('rate-limited') }),
  /** Refused with 403; a GET decides whether the key is refused, or this entry alone. */
  v.object({ type: v.literal('forbidden') }),
  v.object({ type: v.literal('proved-absent') }),
  v.object({ type: v.literal('officer-resend') }),
])
/** Why an entry that waits is waiting. */
export type QueuedReason = ReadonlyDeep<v.InferOutput<typeof QueuedReasonSchema>>

/** Where the insurer may show a claim: in the details of its policy, or in the product's list. */
export const lookPlaces = ['details', 'list'] as const
export type LookPlace = (typeof lookPlaces)[number]

const deliveryProofs = ['answer', ...lookPlaces, 'officer'] as const
/** The proof that the insurer has it. */
export type DeliveryProof = (typeof deliveryProofs)[number]

/**
 * Why only an officer can still say whether a claim arrived. `absent-again`: it was proved absent after each resend.
 * `reference-lost`: this insurer was seen to lose our reference, so that a list without it proves nothing.
 * `list-unreadable`: its list cannot be read in a reasonable time. `other-address`: it was sent to an earlier address of
 * the insurer, so that its absence at this one proves nothing.
 */
export const reviewCauses = ['absent-again', 'reference-lost', 'list-unreadable', 'other-address'] as const
export type ReviewCause = (typeof reviewCauses)[number]
/** Why the absence of a claim can never be proved. */
export type UnprovableCause = Exclude<ReviewCause, 'absent-again'>

/** The states that an officer may end. */
const endable = [
  v.object({ name: v.literal('queued'), since: moment, reason: QueuedReasonSchema, notSentInARow, resends }),
  v.object({
    name: v.literal('unconfirmed'),
    since: moment,
    cause: v.picklist(uncertainCauses),
    /** Looks that count and did not show it so far. */
    absentReadings: v.number(),
    resends,
  }),
  v.object({ name: v.literal('needs-review'), since: moment, why: v.picklist(reviewCauses), resends }),
  v.object({
    name: v.literal('rejected'),
    at: moment,
    serverMessage: v.string(),
    fieldErrors: v.record(v.string(), v.array(v.string())),
    /** See `ServerWords`. */
    unread: v.exactOptional(v.string()),
    /** The insurer's system refuses this one (403) although the key works; it said nothing about its contents. */
    forbidden: v.boolean(),
    /** It was not sent: see `isChosenElsewhere`. */
    chosenElsewhere: v.exactOptional(v.literal(true)),
  }),
] as const
const withdrawn = v.literal('withdrawn')
/** The officer who did it; absent without officers. */
const by = v.exactOptional(v.string())

/** The states as they are kept, parsed on reading since a file may be damaged. */
export const EntryStateSchema = v.variant('name', [
  ...endable,
  v.object({ name: v.literal('sending'), since: moment, notSentInARow, resends }),
  v.object({
    name: v.literal('delivered'),
    at: moment,
    proof: v.picklist(deliveryProofs),
    /** The id in the insurer's list, once it has shown it; the details of a policy do not. */
    claimId: v.nullable(v.number()),
    serverMessage: v.string(),
  }),
  v.variant('to', [
    /** `corrected`: another request was sent in its place. `as`: the id of the draft, or of that request. */
    v.object({
      name: withdrawn,
      at: moment,
      to: v.picklist(['draft', 'corrected']),
      by,
      as: v.exactOptional(IdSchema),
    }),
    /** `was`: what it is again when that is undone. */
    v.object({
      name: withdrawn,
      at: moment,
      to: v.literal('discarded'),
      by,
      was: v.variant('name', endable),
    }),
  ]),
])
/** The state of an entry; each state carries its own data and nothing else. */
export type EntryState = ReadonlyDeep<v.InferOutput<typeof EntryStateSchema>>
export type EntryStateName = EntryState['name']
/** A state that an officer may end. */
export type EndableState = Extract<
  EntryState,
  { name: (typeof endable)[number]['entries']['name']['literal'] }
>

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
  /** Who captured it; null if there were no officers then. */
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
  /** The name of the officer who captured it; null if there were none then. */
  readonly capturedBy: string | null
  readonly seq: number
  readonly acceptedAt: string
  readonly kind: EntryKind
  readonly product: 'keke' | 'okada' | null
  readonly policyNumber: string
  readonly pharmacyName: string | null
  /** The claim's reference for its whole life; null for a pharmacy request. */
  readonly reference: string | null
  /** Every reference it was to be sent under, the current one last; none for a pharmacy request. */
  readonly sentReferences: readonly string[]
  /** Absent where nothing was typed. */
  readonly customer?: Customer
  /** The holder of its policy, as details that are kept here name them. */
  readonly holder?: string
  /** Naira; null for a pharmacy request. */
  readonly amount: number | null
  /** The day of the incident (`YYYY-MM-DD`); null for a pharmacy request. */
  readonly occurrenceDate: string | null
  readonly state: EntryState
  readonly attempts: number
  /** When it is next tried or looked up (wall clock); null when only an event or an officer can move it on. */
  readonly nextTryAt: string | null
  /**
   * The earlier claim of its policy that may have arrived, until which it waits: its id, or '' where this officer may not
   * see it; null for none.
   */
  readonly behind: string | null
  /** The list shows more rows of this entry than were sent: someone must call the insurer. */
  readonly duplicateClaimIds: readonly number[]
  /** Claims at the insurer that may be this one, and that no officer has ruled out. */
  readonly candidates: number
  /** What becomes of its files; null where none of its links comes from a file. */
  readonly files: EntryFiles | null
  /** How it stands at the insurer; null for what is no claim, or was not received. */
  readonly standing: Standing | null
}

/** An entry in full. */
export interface EntryDetail extends EntrySummary {
  readonly body: EntryBody
  /** Its files that have a place in the file store; those that are missing here wait for theirs. */
  readonly uploads: readonly FileUpload[]
}
