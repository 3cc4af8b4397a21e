import * as v from 'valibot'
import { claimGroups } from '../claim/claim.ts'
import { longestNote, longestWhom, type FollowUp } from '../claim/follow-up.ts'
import {
  claimOwners,
  otherStatuses,
  sortKeys,
  type ClaimInFull,
  type ClaimNeighbours,
  type ClaimRow,
  type ClaimWindow,
  type KnownOfPolicy,
  type ListStates,
} from '../domain/claim-list.ts'
import { claimFieldNames } from '../domain/claim-fields.ts'
import { products } from '../domain/product.ts'
import type { ClaimDetail, KeptDetail } from '../domain/received-claim.ts'
import { IdSchema } from '../domain/draft.ts'
import { byId, day, nothing, policyNumber, wholeNumber, answer, call } from './call.ts'
import { pharmacyFilters, type Pharmacy, type PharmacyPage } from '../domain/pharmacy.ts'

const product = v.picklist(products)
const ofPolicy = v.strictObject({ product, policyNumber })

/** More than the tallest window shows. */
const mostRowsAtOnce = 200
/** A status value is at most as long as in an answer. */
const status = v.union([v.pipe(v.string(), v.maxLength(100)), v.literal(otherStatuses)])
/** Of a claim of ours, or `keke-123` of one that is not. */
const key = v.union([
  IdSchema,
  v.pipe(v.string(), v.maxLength(30), v.regex(/^(keke|okada)-\d+$/), v.examples(['keke-1'])),
])
const maybeDay = v.union([v.literal(''), day])

/** A list of claims: what it is narrowed to, and its order. */
const filtered = {
  search: v.pipe(v.string(), v.maxLength(500)),
  product: v.nullable(product),
  group: v.nullable(v.picklist(claimGroups)),
  status: v.nullable(status),
  from: maybeDay,
  to: maybeDay,
  whose: v.picklist(claimOwners),
  sort: v.picklist(sortKeys),
  descending: v.boolean(),
}

const page = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const searchText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** Claims as the insurer has them and as they are kept here; pharmacies, requested from the insurer directly. */
export const claimCalls = {
  /** Rows of the list of all claims, ours and the insurer's. */
  'claims:query': call(
    v.strictObject({
      ...filtered,
      offset: wholeNumber,
      limit: v.pipe(wholeNumber, v.maxValue(mostRowsAtOnce)),
      /** The list is being looked at: its rows stay in memory until `claims:left`. */
      onScreen: v.boolean(),
      /** Where statuses are to be counted: the key of the counts that the page has, '' for none. */
      statusesKey: v.optional(v.pipe(v.string(), v.maxLength(50))),
    }),
    answer<ClaimWindow>(),
  ),
  /** All rows of such a list as a table for spreadsheets; the system's dialog asks where to save it. Null: cancelled. */
  'claims:save-csv': call(v.strictObject(filtered), answer<{ readonly savedAs: string | null }>()),
  /** The claims before and after one in such a list, for stepping through it. */
  'claims:neighbours': call(
    v.strictObject({ list: v.strictObject(filtered), key }),
    answer<ClaimNeighbours>(),
  ),
  /** One claim; null where there is none with that key. `isOpened`: an officer looks at it, so its news is none. */
  'claims:one': call(v.strictObject({ key, isOpened: v.boolean() }), answer<ClaimInFull | null>()),
  /** The claims of a policy, of both products, ours and the insurer's, each once. */
  'claims:of-policy': call(v.strictObject({ policyNumber }), answer<readonly ClaimRow[]>()),
  /** What is known on this computer of a policy's number. */
  'claims:known-of': call(v.strictObject({ policyNumber }), answer<KnownOfPolicy>()),
  /** What the insurer changed in a received claim of ours is news again. */
  'claims:unseen': call(byId, answer<FollowUp>()),
  /** Keeps what an officer writes beside a received claim of ours; '' removes it. */
  'claims:note': call(
    v.strictObject({ ...byId.entries, text: v.pipe(v.string(), v.maxLength(longestNote)) }),
    answer<FollowUp>(),
  ),
  /**
   * Something is wrong with a received claim of ours: `replacedBy` is the reference of the one in its place, or ''.
   * `copy`: the draft that it is to be submitted from. `isDone`: the insurer was told, and `whom` there. What is absent
   * stays. Null takes it back.
   */
  'claims:wrong': call(
    v.strictObject({
      ...byId.entries,
      wrong: v.nullable(
        v.strictObject({
          what: v.exactOptional(v.picklist(claimFieldNames)),
          replacedBy: v.pipe(v.string(), v.maxLength(40)),
          copy: v.exactOptional(IdSchema),
          isDone: v.boolean(),
          whom: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(longestWhom))),
        }),
      ),
    }),
    answer<FollowUp>(),
  ),
  /** The list is on the screen no longer: a minute later its rows leave memory. */
  'claims:left': call(nothing, answer<null>()),
  /** How the insurer's lists stand; changes are announced. */
  'claims:lists': call(nothing, answer<ListStates>()),
  /** Reads a list to its end, because an officer wants it (endpoints 3 and 6). Answers when that is over. */
  'claims:read-list': call(v.strictObject({ product }), answer<null>()),
  /**
   * Begins to read the lists that are small enough to be read by themselves. `afterNews`: something became known at the
   * insurer, so what is being read now may lack it and is read once more.
   */
  'claims:refresh-lists': call(v.strictObject({ afterNews: v.boolean() }), answer<null>()),
  /** Ends a reading early; the kept list stays. */
  'claims:stop-list': call(v.strictObject({ product }), answer<null>()),
  /** Asks the insurer. What an officer keeps of this policy is brought up to date. */
  'claims:detail': call(ofPolicy, answer<ClaimDetail>()),
  /** Every claim that is kept here with its customer. */
  'details:all': call(nothing, answer<readonly KeptDetail[]>()),
  'details:find': call(ofPolicy, answer<KeptDetail | null>()),
  /** Keeps what the insurer answered last, if it was about this policy. */
  'details:keep': call(ofPolicy, answer<KeptDetail>()),
  'details:remove': call(ofPolicy, answer<null>()),

  'pharmacies:page': call(
    v.strictObject({
      page,
      /** Fetched by the page itself: refused while `saveData` is on. */
      isUnasked: v.optional(v.boolean()),
    }),
    answer<PharmacyPage>(),
  ),
  'pharmacies:search': call(
    v.strictObject({ filter: v.picklist(pharmacyFilters), text: searchText, page }),
    answer<PharmacyPage>(),
  ),
  'pharmacies:search-by-name': call(v.strictObject({ name: searchText, page }), answer<PharmacyPage>()),
  'pharmacies:one': call(
    v.strictObject({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
    answer<Pharmacy>(),
  ),
}
