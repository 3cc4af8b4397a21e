import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Spelling } from '#testing/engine/happening.ts'

/** More than is read of any text. */
const filling = 30_000

/** A claim as a server or its database may spell it in the list: equal to a reader, different bytes. */
export function spelled(claim: ClaimContent, spelling: Spelling): ClaimContent {
  switch (spelling) {
    case 'as-sent':
      return claim
    case 'upper-policy':
      return { ...claim, policyNumber: claim.policyNumber.toUpperCase() }
    case 'spaced':
      return changed(claim, (text) => ` ${text.replaceAll(' ', '\u00a0 ')}\n`)
    case 'decomposed':
      return changed(claim, (text) => text.normalize('NFD'))
    case 'filled':
      return changed(claim, (text) => `${' '.repeat(filling)}${text}${' '.repeat(filling)}`)
    case 'long':
      return { ...claim, incidentDetails: `${'x '.repeat(filling)}${claim.incidentDetails}` }
  }
}

function changed(claim: ClaimContent, change: (text: string) => string): ClaimContent {
  return {
    ...claim,
    policyNumber: change(claim.policyNumber),
    claimantIdentification: change(claim.claimantIdentification),
    occurrenceAddress: change(claim.occurrenceAddress),
    incidentDetails: change(claim.incidentDetails),
  }
}
