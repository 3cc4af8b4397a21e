import * as v from 'valibot'
import { claimFieldNames, fieldsThatHold } from './claim-fields.ts'
import { products, type Product } from './product.ts'

const text = v.string()
const maybeText = v.nullable(text)
const maybeNumber = v.nullable(v.number())
/** A day or a time of the insurer's (told.ts). */
const told = <const K extends 'day' | 'at'>(what: K) =>
  v.variant('type', [
    v.object({ type: v.literal('read'), ...v.entriesFromList([what], text) }),
    v.object({ type: v.literal('missing') }),
    v.object({ type: v.literal('not-understood'), text }),
  ])
const day = told('day')
const time = told('at')

/** The fields the insurer shows of a claim everywhere, in normal spelling. */
export const InsurerClaimSchema = v.object({
  product: v.picklist(products),
  ...v.entriesFromList(claimFieldNames, text),
  ...v.entriesFromList(fieldsThatHold('day'), day),
  /** Naira, or null if the server's text is not a number. */
  ...v.entriesFromList(fieldsThatHold('amount'), maybeNumber),
  /** The spec does not explain the values, so they are shown as received. */
  status: text,
  createdAt: time,
  updatedAt: time,
})
export type InsurerClaim = Readonly<v.InferOutput<typeof InsurerClaimSchema>>

/** A claim as the insurer lists it (spec: Claim list item). */
export const ReceivedClaimSchema = v.object({
  ...InsurerClaimSchema.entries,
  id: v.number(),
  /** `missing` where it was not removed. */
  deletedAt: time,
})
export type ReceivedClaim = Readonly<v.InferOutput<typeof ReceivedClaimSchema>>

/** The customer of a claim's policy: only what an officer needs of the `user` object. */
const PolicyHolderSchema = v.object({
  firstName: maybeText,
  middleName: maybeText,
  surname: maybeText,
  phone: maybeText,
  email: maybeText,
  address: maybeText,
  gender: maybeText,
  dateOfBirth: day,
  town: maybeText,
  stateOfResidence: maybeText,
  occupation: maybeText,
  nextOfKinName: maybeText,
})
export type PolicyHolder = Readonly<v.InferOutput<typeof PolicyHolderSchema>>

/** The name of a policy's holder; '' where the insurer did not say it. */
export function holderName(holder: PolicyHolder | null): string {
  return [holder?.firstName, holder?.surname].filter(Boolean).join(' ')
}

/** The policy of a claim (spec: keke_policy). The okada answer carries one too; all may be missing. */
const PolicyRecordSchema = v.object({
  id: v.number(),
  variantType: maybeText,
  amountInsured: maybeNumber,
  policyNumber: maybeText,
  startDate: day,
  endDate: day,
  status: maybeText,
  nextOfKinSurname: maybeText,
  nextOfKinOtherNames: maybeText,
  nextOfKinRelationship: maybeText,
  nextOfKinPhone: maybeText,
})
export type PolicyRecord = Readonly<v.InferOutput<typeof PolicyRecordSchema>>

/** One claim with its policy and customer (spec: Claim detail). Secrets of the answer never get this far. */
export const ClaimDetailSchema = v.object({
  ...InsurerClaimSchema.entries,
  /** Null where the details have none: the spec shows no number in them. */
  id: maybeNumber,
  /** `missing` where it was not removed. */
  deletedAt: time,
  holder: v.nullable(PolicyHolderSchema),
  policy: v.nullable(PolicyRecordSchema),
})
export type ClaimDetail = Readonly<v.InferOutput<typeof ClaimDetailSchema>>

/** A claim as the details of its policy show it, without the customer. */
export type ShownClaim = Omit<ClaimDetail, 'holder' | 'policy'>

/** The claim of a policy with its customer, as an officer keeps it on this computer. */
export interface KeptDetail {
  readonly id: string
  readonly product: Product
  /** As asked for: the insurer may spell it differently. */
  readonly policyNumber: string
  readonly detail: ClaimDetail
  /** When the insurer answered with it (ISO). */
  readonly fetchedAt: string
  /** When an officer chose to keep it (ISO). */
  readonly keptAt: string
}
