import * as v from 'valibot'
import { insurerClaimEntries } from '#shared/domain/insurer-claim-entries.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'

const text = v.string()
const maybeText = v.nullable(v.string())

const ReceivedClaimSchema: v.GenericSchema<unknown, ReceivedClaim> = v.object({
  ...insurerClaimEntries,
  id: v.number(),
  deletedAt: maybeText,
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
