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
export interface ClaimRow extends ClaimFields {
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

/** Spec: Claim detail, `user`. */
export interface UserRecord {
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly surname: string | null
  readonly phone_no: string | null
  readonly email: string | null
  readonly address: string | null
  readonly gender: string | null
  readonly date_of_birth: string | null
  readonly password: null
  readonly policy_no: string | null
  readonly have_beneficiaries: boolean
  readonly enable: boolean
  readonly next_of_kin_full_name: string | null
  readonly merchant_user_id: string | null
  readonly user_type: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly principal_policy_no: string | null
  readonly nin_number: string | null
  readonly id_url: string | null
  readonly id_type: string | null
  readonly profile_url: string | null
  readonly company_id: number | null
  readonly verify_phone: 0 | 1
  readonly verify_email: 0 | 1
  readonly town: string | null
  readonly state_of_residence: string | null
  readonly transaction_pin: null
  readonly occupation: string | null
}

/** Spec: Claim detail, `keke_policy`; the okada answer carries one too. */
export interface PolicyRecord {
  readonly id: number
  readonly variant_type: string
  readonly product_id: number
  readonly amount_insured: number
  readonly policy_number: string
  readonly nok_surname: string
  readonly nok_othernames: string
  readonly nok_relationship: string
  readonly nok_gender: string
  readonly nok_phone_no: string
  readonly nok_email: string
  readonly start_date: string
  readonly end_date: string
  readonly status: number
  readonly created_at: string
  readonly updated_at: string
}
