import * as v from 'valibot'
import { toWireClaim, wireNameOf } from '#main/insurer/api/wire/claim.ts'
import { ClaimFieldsSchema } from '#main/practice/claim-fields.ts'
import type { ClaimFields } from '#main/practice/wire.ts'
import { claimFieldNames, type ClaimContent } from '#shared/domain/claim.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

/** A made-up claim as endpoints 1 and 4 take it. */
export function madeUpFields(): ClaimFields {
  return v.parse(ClaimFieldsSchema, toWireClaim(madeUpClaim(), '7F3K-92QD'))
}

/** The same of another program than ours: without a reference. */
export function foreignFields(claim: ClaimContent): ClaimFields {
  const fields = claimFieldNames.map((name) => [wireNameOf(name), claim[name]])
  return v.parse(ClaimFieldsSchema, Object.fromEntries(fields))
}
