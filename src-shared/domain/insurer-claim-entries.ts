import * as v from 'valibot'
import { claimFieldNames } from './claim-field-names.ts'
import { products } from './product.ts'
import type { InsurerClaim } from './received-claim.ts'

const text = v.string()

/** The fields of a claim at the insurer, for schemas of what is kept sealed. */
export const insurerClaimEntries = {
  product: v.picklist(products),
  ...v.entriesFromList(claimFieldNames, text),
  repairEstimate: v.nullable(v.number()),
  status: text,
  createdAt: text,
  updatedAt: text,
} as const satisfies Record<keyof InsurerClaim, v.GenericSchema>
