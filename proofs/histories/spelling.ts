import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Spelling } from './happening.ts'

/** A claim as a server or its database may spell it in the list: equal to a reader, different bytes. */
export function spelled(claim: ReceivedClaim, spelling: Spelling): ReceivedClaim {
  switch (spelling) {
    case 'as-sent':
      return claim
    case 'upper-policy':
      return { ...claim, policyNumber: claim.policyNumber.toUpperCase() }
    case 'spaced':
      return changed(claim, (text) => ` ${text.replaceAll(' ', '\u00a0 ')}\n`)
    case 'decomposed':
      return changed(claim, (text) => text.normalize('NFD'))
  }
}

function changed(claim: ReceivedClaim, change: (text: string) => string): ReceivedClaim {
  return {
    ...claim,
    policyNumber: change(claim.policyNumber),
    claimantIdentification: change(claim.claimantIdentification),
    occurrenceAddress: change(claim.occurrenceAddress),
    incidentDetails: change(claim.incidentDetails),
  }
}
