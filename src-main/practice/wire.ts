import type * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimFieldsSchema } from './claim-fields.ts'

/*
 * Rows and records in the spec's own spelling (merchant-api.md, "Resources and their fields").
 * The api layer has schemas of its own: a mistake shared by both would hide itself.
 */

/** The fields of a claim as they are sent (spec: endpoint 1). */
export type ClaimFields = v.InferOutput<typeof ClaimFieldsSchema>

/** A claim as the practice server keeps it; each answer picks what the spec shows of it. */
export interface PracticeClaim extends ClaimFields {
  readonly product: Product
  readonly id: number
  readonly user_id: number
  readonly keke_policy_id: number
  readonly status: string
  readonly deleted_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface PharmacyRow {
  readonly id: number
  readonly pharmacy_code: string
  readonly pharmacy_name: string
  readonly state_of_premise: string
  readonly lga: string
  readonly pharmacy_address: string
  readonly created_at: string
  readonly updated_at: string
}
