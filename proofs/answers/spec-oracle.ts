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

/** Whether a refusal says anything that a person could read: no reason may be called missing then. */
export function saysSomething({ text }: Truth): boolean {
  const { success: _success, response_code: _code, ...said } = thingOf(text) ?? {}
  const values = JSON.stringify(Object.values(said)).replace(/"(?:[^"\\]|\\.)*":/g, '')
  return /"(?:\\.|[^"\\])*[a-z0-9]/i.test(values)
}

const own = (thing: Thing, name: string): unknown => (Object.hasOwn(thing, name) ? thing[name] : undefined)

/** The envelope of a 2xx answer with `success: true`, or null. */
export function successOf({ status, text }: Truth): Thing | null {
  if (status < 200 || status > 299 || status === 204 || status === 205) return null
  const json = thingOf(text)
  return json !== null && own(json, 'success') === true ? json : null
}

function thingOf(text: string | null): Thing | null {
  try {
    const json: unknown = JSON.parse((text ?? '').replace(/^\ufeff/, ''))
    return isThing(json) ? json : null
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

/** Endpoints 3 and 6: the rows, or null where `data` is no list of rows. */
export function listedRows(truth: Truth): readonly Thing[] | null {
  const data = own(successOf(truth) ?? {}, 'data')
  return Array.isArray(data) && data.every(isThing) ? data : null
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

/** Whether a text may be one that was sent with this reference, however it was kept since. */
export function rowMayCarry(details: string, reference: string): boolean {
  const letters = details.normalize('NFKC').toUpperCase()
  return reference.split('-').every((half) => letters.includes(half))
}

/** Whether a claim is what this row shows: its id, its policy and its text. */
export function rowShows(
  row: Thing,
  claim: { readonly id: number; readonly policyNumber: string; readonly incidentDetails: string } | undefined,
): boolean {
  const details = own(row, 'details_of_incidence')
  return (
    claim?.id === Number(own(row, 'id')) &&
    claim.policyNumber === cut(own(row, 'policy_number'), 200) &&
    claim.incidentDetails === cut(details, 20_000)
  )
}

/** A text as far as it is read. */
function cut(value: unknown, length: number): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  const text = String(value)
  return text.length <= length ? text : text.trim().slice(0, length).toWellFormed()
}

/** Endpoints 2 and 5, where there is no claim: the API itself says so. */
export function saysNone({ status, text }: Truth): boolean {
  const json = thingOf(text)
  if (json === null) return false
  const isSuccess = own(json, 'success')
  if (isSuccess === true) return status >= 200 && status < 300 && own(json, 'data') === null
  return isSuccess === false && ((status >= 200 && status < 300) || [400, 404, 422].includes(status))
}
