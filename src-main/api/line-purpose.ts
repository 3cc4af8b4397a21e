import type { LinePurpose } from '#shared/line-use.ts'

/** What an endpoint uses the line for, by its path. A check of the connection asks endpoint 9, and says so itself. */
export function purposeOf(path: string): LinePurpose {
  if (/\/create_\w+_claim$|\/request_pharmacy$/.test(path)) return 'claims'
  if (path.endsWith('_claim_details')) return 'looks'
  if (path.endsWith('_claims')) return 'lists'
  return 'pharmacies'
}
