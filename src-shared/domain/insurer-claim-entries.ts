import * as v from 'valibot'
import { products } from './product.ts'
import type { InsurerClaim } from './received-claim.ts'

const text = v.string()

/** The fields of a claim at the insurer, for schemas of what is kept sealed. */
export const insurerClaimEntries = {
  product: v.picklist(products),
  policyNumber: text,
  occurrenceDate: text,
  occurrenceAddress: text,
  incidentDetails: text,
  incidentPictureUrl: text,
  medicalReportUrl: text,
  deathCertificateUrl: text,
  originalPolicyCertificateUrl: text,
  claimantIdentification: text,
  repairEstimate: v.nullable(v.number()),
  status: text,
  createdAt: text,
  updatedAt: text,
} as const satisfies Record<keyof InsurerClaim, v.GenericSchema>
