/*
 * What an answer really says, by the spec alone (spec/merchant-api.md: envelopes, Claim create response, endpoint
 * 11, Claim list item). It uses no product code, so the two agree only when both are right.
 */

/** What really went on the wire: a status, and the body's text where it can be known. */
export interface Truth {
  readonly status: number
  readonly text: string | null
}

export type Thing = Readonly<Record<string, unknown>>

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const own = (thing: Thing, name: string): unknown => (Object.hasOwn(thing, name) ? thing[name] : undefined)

/** The envelope of a 2xx answer with `success: true`, or null. */
export function successOf({ status, text }: Truth): Thing | null {
  if (status < 200 || status > 299 || status === 204 || status === 205 || text === null) return null
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isThing(json) && own(json, 'success') === true ? json : null
  } catch {
    return null
  }
}

/** Endpoints 1 and 4: `data` is a Claim of this policy. */
export function confirmsClaim(truth: Truth, policyNumber: string): boolean {
  const data = own(successOf(truth) ?? {}, 'data')
  const echoed = isThing(data) ? own(data, 'policy_number') : undefined
  return loosePolicy(echoed) !== '' && loosePolicy(echoed) === loosePolicy(policyNumber)
}

/** Endpoint 11: `data` is an empty object (servers write that as an array or null too), `message` a text. */
export function confirmsRequest(truth: Truth): boolean {
  const envelope = successOf(truth) ?? {}
  const data = own(envelope, 'data')
  return typeof own(envelope, 'message') === 'string' && typeof data === 'object'
}

/** Endpoints 3 and 6: the rows, or null where `data` is no list. */
export function listedRows(truth: Truth): readonly Thing[] | null {
  const data = own(successOf(truth) ?? {}, 'data')
  return Array.isArray(data) ? data.filter(isThing) : null
}

const loose = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).normalize('NFC').replace(/\s+/g, ' ').trim().toUpperCase()
    : ''

// The policy normalisation, implemented independently: upper case, plain slashes and hyphens, no invisible characters.
const loosePolicy = (value: unknown): string => {
  const marks: Readonly<Record<string, string>> = {
    '\\': '/',
    '\u2044': '/',
    '\u2215': '/',
    '\u2010': '-',
    '\u2013': '-',
  }
  return Array.from(loose(value).normalize('NFKC'))
    .filter((sign) => !/\s|\p{C}/u.test(sign))
    .map((sign) => marks[sign] ?? sign)
    .join('')
    .replace(/^["'“‘]+|["'”’.,;:]+$/g, '')
}

/** Whether a row is a claim of this policy with this reference, whatever stands between its letters. */
export function rowHasReference(row: Thing, policyNumber: string, reference: string): boolean {
  const letters = loose(own(row, 'details_of_incidence'))
    .normalize('NFKC')
    .replace(/[^0-9A-Z]/g, '')
  return (
    loosePolicy(own(row, 'policy_number')) === loosePolicy(policyNumber) &&
    letters.includes(`REF${reference.replace('-', '')}`)
  )
}

export const rowId = (row: Thing): number => Number(own(row, 'id'))
