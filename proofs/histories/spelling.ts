import * as v from 'valibot'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { wireDetails, wirePolicyNumber } from '#main/insurer/api/wire/scalars.ts'
import type { Spelling } from './happening.ts'

/** More than is read of any text. */
const filling = 30_000

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
    case 'filled':
      return read(changed(claim, (text) => `${' '.repeat(filling)}${text}${' '.repeat(filling)}`))
    case 'long':
      return read({ ...claim, incidentDetails: `${'x '.repeat(filling)}${claim.incidentDetails}` })
  }
}

/** The claim as the API client hands it on: long texts are cut. */
function read(claim: ReceivedClaim): ReceivedClaim {
  return {
    ...claim,
    policyNumber: v.parse(wirePolicyNumber, claim.policyNumber),
    incidentDetails: v.parse(wireDetails, claim.incidentDetails),
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
