import { v7 as uuidV7 } from 'uuid'

/** A new UUIDv7: a draft's id, which becomes its entry's id, so that accepting it twice creates one entry. */
export function newId(): string {
  return uuidV7()
}

// Crockford's alphabet without I, L, O and U: safe to read aloud over a counter.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new branch reference of 40 random bits, such as `7F3K-92QD`. */
export function newBranchReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

export const branchReferencePattern = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

/** The token at the end of the incident's details, where the claim list echoes it. */
export function referenceToken(branchReference: string): string {
  return `[Ref ${branchReference}]`
}

/** The tokens found in details, in capitals, since an insurer may change how they are written. */
export function referenceTokensIn(details: string): string[] {
  return details.toUpperCase().match(/\[REF [0-9A-Z]{4}-[0-9A-Z]{4}\]/g) ?? []
}

/** The details as they go on the wire: the officer's text, then the token when there is one. */
export function detailsWithReference(details: string, branchReference: string | null): string {
  return branchReference === null ? details : `${details} ${referenceToken(branchReference)}`
}
