import { v7 as uuidV7 } from 'uuid'

/** A new UUIDv7: a draft's id, which becomes its entry's id, so that accepting it twice creates one entry. */
export function newId(): string {
  return uuidV7()
}

// Crockford's alphabet without I, L, O and U: safe to read aloud over a counter.
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new branch reference of 40 random bits, such as `7F3K-92QD`. */
export function newBranchReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  const letters = Array.from(bytes, (byte) => crockford.charAt(byte & 31)).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** How a branch reference is written. */
export const branchReferencePattern = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
