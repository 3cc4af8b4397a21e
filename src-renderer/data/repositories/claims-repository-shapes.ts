import * as v from 'valibot'
import { insurerClaimEntries } from '#shared/domain/insurer-claim-entries.ts'
import { products } from '#shared/domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '#shared/domain/received-claim.ts'

const text = v.string()
const maybeText = v.nullable(v.string())
const maybeNumber = v.nullable(v.number())

const ReceivedClaimSchema: v.GenericSchema<unknown, ReceivedClaim> = v.object({
  ...insurerClaimEntries,
  id: v.number(),
  deletedAt: maybeText,
})

const PolicyHolderSchema = v.object({
  firstName: maybeText,
  middleName: maybeText,
  surname: maybeText,
  phone: maybeText,
  email: maybeText,
  address: maybeText,
  gender: maybeText,
  dateOfBirth: maybeText,
  town: maybeText,
  stateOfResidence: maybeText,
  occupation: maybeText,
  nextOfKinName: maybeText,
})

const PolicyRecordSchema = v.object({
  id: v.number(),
  variantType: maybeText,
  amountInsured: maybeNumber,
  policyNumber: maybeText,
  startDate: maybeText,
  endDate: maybeText,
  status: maybeText,
  nextOfKinSurname: maybeText,
  nextOfKinOtherNames: maybeText,
  nextOfKinRelationship: maybeText,
  nextOfKinPhone: maybeText,
})

const ClaimDetailSchema: v.GenericSchema<unknown, ClaimDetail> = v.object({
  ...insurerClaimEntries,
  holder: v.nullable(PolicyHolderSchema),
  policy: v.nullable(PolicyRecordSchema),
})

/** The content of a sealed chunk of a claim list. */
export const ClaimChunkSchema = v.pipe(v.string(), v.parseJson(), v.array(ReceivedClaimSchema))

// One check for the whole list: a schema for each of a hundred thousand numbers delays the first paint.
const Numbers = v.custom<number[]>(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
)

/** The content of a sealed head of a claim list (claims-repository-head.ts). */
export const ClaimListHeadSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    digest: text,
    newest: v.array(ReceivedClaimSchema),
    statuses: v.array(v.tuple([text, v.number()])),
    otherIds: Numbers,
    otherReferences: Numbers,
  }),
)

/** The content of a sealed row of a kept claim. */
export const KeptClaimSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    product: v.picklist(products),
    /** As requested: the answer may spell it differently. */
    policyNumber: text,
    fetchedAt: v.pipe(text, v.isoTimestamp()),
    detail: ClaimDetailSchema,
  }),
)
export type KeptClaimContent = Readonly<v.InferOutput<typeof KeptClaimSchema>>
