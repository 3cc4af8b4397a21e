import * as v from 'valibot'
import { sortKeys, type ClaimGroup, type ClaimNeighbours } from '../domain/claim-list.ts'
import type { ClaimsOfPolicy, ClaimWindow, ListStates } from '../domain/claim-list.ts'
import { products } from '../domain/product.ts'
import type { ClaimDetail, KeptDetail } from '../domain/received-claim.ts'
import { entryStateNames } from '../outbox/entry.ts'
import { day, nothing, policyNumber, wholeNumber } from './arguments.ts'
import { answer, call } from './call.ts'

const product = v.picklist(products)
const ofPolicy = v.strictObject({ product, policyNumber })

/** More than the tallest window shows. */
const mostRowsAtOnce = 200
/** A status value is at most as long as the texts of an answer. */
const longestGroup = 'status:'.length + 2000

function isGroup(text: string): text is ClaimGroup {
  return (
    text === 'not-listed-yet' ||
    text.startsWith('status:') ||
    entryStateNames.some((name) => text === `entry:${name}`)
  )
}
const group = v.pipe(
  v.string(),
  v.maxLength(longestGroup),
  v.custom<ClaimGroup>((text) => typeof text === 'string' && isGroup(text)),
  v.examples(['status:0']),
)
const maybeDay = v.union([v.literal(''), day])

/** A list of claims: what it is narrowed to, and its order. */
const filtered = {
  search: v.pipe(v.string(), v.maxLength(500)),
  product: v.nullable(product),
  group: v.nullable(group),
  from: maybeDay,
  to: maybeDay,
  onlyFromHere: v.boolean(),
  onlyListed: v.boolean(),
  sort: v.picklist(sortKeys),
  descending: v.boolean(),
}

/** Claims as the insurer has them, and as they are kept here. */
export const claimCalls = {
  /** Rows of the list of all claims, ours and the insurer's. */
  'claims:query': call({
    takes: v.strictObject({
      ...filtered,
      offset: wholeNumber,
      limit: v.pipe(wholeNumber, v.maxValue(mostRowsAtOnce)),
      /** The list is being looked at: its rows stay in memory until `claims:left`. */
      onScreen: v.boolean(),
    }),
    answers: answer<ClaimWindow>(),
  }),
  /** What stands beside a claim of the insurer's in such a list. */
  'claims:neighbours': call({
    takes: v.strictObject({
      list: v.strictObject(filtered),
      of: v.strictObject({ product, claimId: wholeNumber }),
    }),
    answers: answer<ClaimNeighbours>(),
  }),
  'claims:of-policy': call({ takes: v.strictObject({ policyNumber }), answers: answer<ClaimsOfPolicy>() }),
  /** The list is on the screen no longer: a minute later its rows leave memory. */
  'claims:left': call({ takes: nothing, answers: answer<null>() }),
  /** How the insurer's lists stand; changes are announced. */
  'claims:lists': call({ takes: nothing, answers: answer<ListStates>() }),
  /** Reads a list to its end, because an officer wants it (endpoints 3 and 6). Answers when that is over. */
  'claims:read-list': call({ takes: v.strictObject({ product }), answers: answer<null>() }),
  /**
   * Begins to read the lists that are small enough to be read by themselves. `afterNews`: something became known at the
   * insurer, so what is being read now may lack it and is read once more.
   */
  'claims:refresh-lists': call({
    takes: v.strictObject({ afterNews: v.boolean() }),
    answers: answer<null>(),
  }),
  /** Ends a reading early; the kept list stays. */
  'claims:stop-list': call({ takes: v.strictObject({ product }), answers: answer<null>() }),
  /** Asks the insurer. What an officer keeps of this policy is brought up to date. */
  'claims:detail': call({ takes: ofPolicy, answers: answer<ClaimDetail>() }),
  /** Every claim that is kept here with its customer. */
  'details:all': call({ takes: nothing, answers: answer<readonly KeptDetail[]>() }),
  'details:find': call({ takes: ofPolicy, answers: answer<KeptDetail | null>() }),
  /** Keeps what the insurer answered last, if it was about this policy. */
  'details:keep': call({ takes: ofPolicy, answers: answer<KeptDetail>() }),
  'details:remove': call({ takes: ofPolicy, answers: answer<null>() }),
}
