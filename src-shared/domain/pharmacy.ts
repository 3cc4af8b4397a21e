/** A pharmacy of the network (spec: Pharmacy), spelled properly. */
export interface Pharmacy {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly state: string
  /** Local government area. */
  readonly lga: string
  readonly address: string
  readonly updatedAt: string | null
}

/** The filters of endpoint 7. The spec allows one per search; combining several is not shown. */
export const pharmacyFilters = ['name', 'code', 'state', 'lga', 'address'] as const
export type PharmacyFilter = (typeof pharmacyFilters)[number]

/** One page of at most 15 pharmacies (spec: Pharmacy page). The server's page addresses are not kept: never followed. */
export interface PharmacyPage {
  readonly pharmacies: readonly Pharmacy[]
  readonly page: number
  readonly lastPage: number
  readonly total: number
}
