import type { Product } from '#shared/domain/product.ts'

/*
 * Rows and records in the spec's own spelling (merchant-api.md, "Resources and their fields").
 * The api layer has schemas of its own: a mistake shared by both would hide itself.
 */

/** The ten fields of a claim as they are sent (spec: endpoint 1). */
export interface ClaimFields {
  readonly means_of_claimant_identification: string
  readonly date_of_occurance: string
  readonly address_of_occurance: string
  readonly details_of_incidence: string
  readonly policy_number: string
  readonly picture_of_incident: string
  readonly medical_report: string
  readonly death_certificate: string
  readonly original_policy_certificate: string
  readonly estimate_of_repair: number
}

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

/** A request for a pharmacy's details (spec: endpoint 11), as kept. */
export interface PharmacyRequestRow {
  readonly id: number
  readonly pharmacy_id: number
  readonly policy_no: string
  readonly created_at: string
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
