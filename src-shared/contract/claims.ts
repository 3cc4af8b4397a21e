import * as v from 'valibot'
import { IdSchema } from '../domain/draft.ts'
import { products } from '../domain/product.ts'
import type { ClaimDetail, KeptDetail, ReceivedClaim } from '../domain/received-claim.ts'
import { nothing, policyNumber } from './arguments.ts'
import { answer, call } from './call.ts'

const product = v.picklist(products)
const ofPolicy = v.strictObject({ product, policyNumber })

/** The next rows of a claim list that is being read; fewer or none where they arrive slowly. */
export interface ListPart {
  readonly rows: readonly ReceivedClaim[]
  /** The same list is being read for a claim whose arrival is not sure; this reading begins after that one. */
  readonly isWaiting: boolean
  /** Bytes over the line so far. */
  readonly bytes: number
  /** Null when the insurer does not say how many will come. */
  readonly totalBytes: number | null
  /** Null while more is to come. */
  readonly end: ListPartEnd | null
}

/** How the reading of a list ended without a failure. */
export type ListPartEnd =
  | { readonly type: 'complete'; readonly etag: string | null }
  /** The list is what it was when the etag was given. */
  | { readonly type: 'not-modified' }

/** Claims as the insurer has them, requested directly, without the outbox. */
export const claimCalls = {
  /** Begins to read a list; a reading of the same list that is under way ends. */
  'claims:read-list': call({
    takes: v.strictObject({
      product,
      etag: v.nullable(v.pipe(v.string(), v.maxLength(500))),
      /** Read by the page itself: refused while `saveData` is on. */
      isUnasked: v.optional(v.boolean()),
    }),
    answers: answer<{ readonly id: string }>(),
  }),
  /** Takes the next part. Nothing more is read from the insurer while no part is asked for. */
  'claims:list-part': call({ takes: v.strictObject({ id: IdSchema }), answers: answer<ListPart>() }),
  /** Ends a reading early. */
  'claims:stop-list': call({ takes: v.strictObject({ id: IdSchema }), answers: answer<null>() }),
  /** Asks the insurer. What an officer keeps of this policy is brought up to date. */
  'claims:detail': call({ takes: ofPolicy, answers: answer<ClaimDetail>() }),
  /** Every claim that is kept here with its customer. */
  'details:all': call({ takes: nothing, answers: answer<readonly KeptDetail[]>() }),
  'details:find': call({ takes: ofPolicy, answers: answer<KeptDetail | null>() }),
  /** Keeps what the insurer answered last, if it was about this policy. */
  'details:keep': call({ takes: ofPolicy, answers: answer<KeptDetail>() }),
  'details:remove': call({ takes: ofPolicy, answers: answer<null>() }),
}
