import type { ClaimFieldName } from './claim-field-names.ts'
import type { Product } from './product.ts'

/** The fields the insurer shows of a claim everywhere, in normal spelling. */
export interface InsurerClaim extends Readonly<Record<Exclude<ClaimFieldName, 'repairEstimate'>, string>> {
  readonly product: Product
  /** Naira, or null if the server's text is not a number. */
  readonly repairEstimate: number | null
  /** The spec does not explain the values, so they are shown as received. */
  readonly status: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** A claim as the insurer lists it (spec: Claim list item). */
export interface ReceivedClaim extends InsurerClaim {
  readonly id: number
  readonly deletedAt: string | null
}

/** A claim as the details of its policy show it, without the customer. */
export interface ShownClaim extends InsurerClaim {
  /** Null where the details have none: the spec shows no number in them. */
  readonly id: number | null
  readonly deletedAt: string | null
}

/** The customer of a claim's policy: only what an officer needs of the `user` object. */
export interface PolicyHolder {
  readonly firstName: string | null
  readonly middleName: string | null
  readonly surname: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly address: string | null
  readonly gender: string | null
  readonly dateOfBirth: string | null
  readonly town: string | null
  readonly stateOfResidence: string | null
  readonly occupation: string | null
  readonly nextOfKinName: string | null
}

/** The policy of a claim (spec: keke_policy). The okada answer carries one too; all may be missing. */
export interface PolicyRecord {
  readonly id: number
  readonly variantType: string | null
  readonly amountInsured: number | null
  readonly policyNumber: string | null
  readonly startDate: string | null
  readonly endDate: string | null
  readonly status: string | null
  readonly nextOfKinSurname: string | null
  readonly nextOfKinOtherNames: string | null
  readonly nextOfKinRelationship: string | null
  readonly nextOfKinPhone: string | null
}

/** One claim with its policy and customer (spec: Claim detail). Secrets of the answer never get this far. */
export interface ClaimDetail extends ShownClaim {
  readonly holder: PolicyHolder | null
  readonly policy: PolicyRecord | null
}

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
