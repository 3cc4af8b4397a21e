import * as v from 'valibot'
import { isTlsKind } from '#shared/connectivity.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome, UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimLook } from './claim-list.ts'
import type { InsurerAnswer, Exchange } from './exchange.ts'
import { endOfJson, parseJson } from './parse-json.ts'
import { refusalWords, serverMessageOf } from './refusal-words.ts'
import { retryAfterMs } from '#main/network/server-message.ts'

/*
 * The only table of what an exchange means; the spec shows no errors, so all of it is our policy. First match wins.
 *
 *   headers never left                                     not-sent
 *   no HTTP, or headers that cannot be read                uncertain: garbled
 *   511, 407: only something between says that             uncertain: intercepted, whatever the body says
 *   401, a redirect to a login                             key-refused
 *   403                                                    forbidden: the key or this request, a GET tells which
 *   another redirect                                       uncertain: intercepted
 *   429; 503 with Retry-After                              rate-limited
 *   408, other 5xx                                         uncertain: server-error, whatever the body says
 *   the answer was interrupted                             uncertain: timeout, truncated, stopped, suspended
 *   its chunks or its compression cannot be read           uncertain: garbled
 *   a program's complaint before, in or after its JSON     uncertain: server-error
 *   JSON that ends too early                               uncertain: truncated
 *   JSON with something around it, or broken in itself     uncertain: garbled
 *   no JSON: HTML, empty, 404 page of another server       uncertain: intercepted
 *   JSON whose response_code is 500 or more                uncertain: server-error
 *   success: false; 400 405 409 415 422 with JSON          rejected
 *   404 413 with JSON of the API's own (field errors)      rejected
 *   404 413 with other JSON                                uncertain: intercepted
 *   2xx of the expected shape, success: true               delivered, unless its response_code is 400 or more
 *   everything else                                        uncertain: wrong-shape
 */
type Verdict =
  | { readonly type: 'accepted'; readonly json: unknown }
  | { readonly type: 'refused'; readonly json: unknown }
  /** 404 or 413 with JSON that may be a gateway's: it knows our path, or our size, less well than the API. */
  | { readonly type: 'refused-elsewhere'; readonly json: unknown }
  | { readonly type: 'key-refused' }
  | { readonly type: 'forbidden' }
  | { readonly type: 'rate-limited'; readonly retryAfterMs: number }
  | Uncertain

interface Uncertain {
  readonly type: 'uncertain'
  readonly cause: UncertainCause
  /** What cannot be read, where it is garbled. */
  readonly code?: string
}

/** RFC 6585 gives 511 to the network alone, and a proxy of ours says its 407 before there is a connection. */
const ofTheNetwork: ReadonlySet<number> = new Set([407, 511])
const refusals: ReadonlySet<number> = new Set([400, 405, 409, 415, 422])
const refusalsOfOthers: ReadonlySet<number> = new Set([404, 413])
const defaultWaitMs = 60_000

/** What an answer means, before its data is examined. */
function verdictOf(answer: InsurerAnswer): Verdict {
  const { status } = answer
  if (answer.body.type === 'not-modified') return { type: 'accepted', json: null }
  if (ofTheNetwork.has(status)) return { type: 'uncertain', cause: 'intercepted' }
  if (status === 401) return { type: 'key-refused' }
  if (status === 403) return { type: 'forbidden' }
  if (status >= 300 && status < 400) return redirected(answer.location)
  const wait = retryAfterMs(answer.retryAfter, serverTimeMs(answer))
  if (status === 429) return { type: 'rate-limited', retryAfterMs: wait ?? defaultWaitMs }
  if (status === 503 && wait !== null) return { type: 'rate-limited', retryAfterMs: wait }
  if (status === 408 || status >= 500) return { type: 'uncertain', cause: 'server-error' }
  if (answer.body.type === 'too-large' || answer.body.type === 'unreadable')
    return { type: 'uncertain', cause: 'wrong-shape' }
  if (answer.body.type === 'garbled') return garbled(answer.body.code)
  if (answer.body.type === 'broken-off') {
    const { cause } = answer.body
    return { type: 'uncertain', cause: cause === 'reset' ? 'truncated' : cause }
  }
  return verdictOnText(status, answer.contentType, answer.body.text)
}

// A date in `Retry-After` is server time; measured against a wrong local clock the wait would be wrong.
function serverTimeMs({ timing }: InsurerAnswer): number {
  const said = Date.parse(timing.date ?? '')
  return Number.isNaN(said) ? timing.headersAtMs : said
}

function redirected(location: URL | null): Verdict {
  return location !== null && /log[-_]?in|sign[-_]?in/i.test(location.pathname)
    ? { type: 'key-refused' }
    : { type: 'uncertain', cause: 'intercepted' }
}

function verdictOnText(status: number, contentType: string, text: string): Verdict {
  const json = parseJson(text)
  if (json === undefined) {
    return verdictOnNoJson(text, /[/+]json\b/i.test(contentType))
  }
  if (v.is(withCodeFrom(500), json)) return { type: 'uncertain', cause: 'server-error' }
  if (refusals.has(status) || v.is(Unsuccessful, json)) return { type: 'refused', json }
  if (refusalsOfOthers.has(status)) {
    return { type: v.is(WithErrors, json) ? 'refused' : 'refused-elsewhere', json }
  }
  return status < 300 ? { type: 'accepted', json } : { type: 'uncertain', cause: 'wrong-shape' }
}

const garbled = (code: string): Uncertain => ({ type: 'uncertain', cause: 'garbled', code })

// PHP's own, which it writes into answers: in bold at the beginning, or with the line of the program. Looked for at both
// ends alone: in a long text these patterns would take minutes.
const kinds = '(Warning|Notice|Deprecated|Strict Standards|Parse error|([A-Z]\\w{1,20} )?[Ff]atal error)'
const complaint = new RegExp(
  `^\\s*(<br\\s*/?>\\s*)?<b>${kinds}</b>:|${kinds}(</b>)?:\\s.*\\son line (<b>)?\\d`,
  's',
)

const complaintLetters = 1000

function verdictOnNoJson(text: string, isLabelled: boolean): Verdict {
  const isPage = /<(!doctype|html|form)\b/i.test(text)
  if (
    !isPage &&
    [text.slice(0, complaintLetters), text.slice(-complaintLetters)].some((end) => complaint.test(end))
  )
    return { type: 'uncertain', cause: 'server-error' }
  if (isLabelled && /^\s*[[{]/.test(text)) {
    const end = endOfJson(text)
    if (end === null) return { type: 'uncertain', cause: 'truncated' }
    if (end === 'too-deep') return garbled('JSON_TOO_DEEP')
    return garbled(parseJson(text.slice(0, end)) === undefined ? 'JSON_INVALID' : 'JSON_AND_MORE')
  }
  // The envelope with something around it, or what is called JSON and is no text at all.
  const isOwn = /"success"\s*:\s*(true|false)/.test(text) || (isLabelled && /[\0\ufffd]/.test(text))
  return isOwn && !isPage ? garbled('JSON_INVALID') : { type: 'uncertain', cause: 'intercepted' }
}

const Unsuccessful = v.object({ success: v.literal(false) })
/** A system that answers 200 to everything says there what failed; as with 5xx, it may have committed before. */
const withCodeFrom = (least: number) =>
  v.object({
    response_code: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.minValue(least)),
  })
const WithErrors = v.object({ errors: v.object({}) })

/**
 * The outcome of an attempt to deliver.
 *
 * @param isExpected whether the JSON of a 2xx answer has the spec's shape for this endpoint, including `success: true`
 */
export function attemptOutcome(
  exchange: Exchange,
  isExpected: (json: unknown) => boolean,
  keptReference: (json: unknown) => boolean | null = () => null,
): AttemptOutcome {
  switch (exchange.type) {
    case 'no-key':
    case 'unusable-key':
      return { type: 'key-refused' }
    case 'not-sent':
      return { type: 'not-sent', cause: exchange.cause }
    case 'lost':
      return { type: 'uncertain', cause: exchange.cause, httpStatus: null }
    case 'garbled':
      return { type: 'uncertain', cause: 'garbled', httpStatus: null, code: exchange.code }
    case 'answered':
      return outcomeOf(exchange, isExpected, keptReference)
  }
}

function outcomeOf(
  answer: InsurerAnswer,
  isExpected: (json: unknown) => boolean,
  keptReference: (json: unknown) => boolean | null,
): AttemptOutcome {
  const { status: httpStatus, hideKey } = answer
  const verdict = verdictOf(answer)
  switch (verdict.type) {
    case 'accepted':
      return isExpected(verdict.json) && !v.is(withCodeFrom(400), verdict.json)
        ? {
            type: 'delivered',
            serverMessage: serverMessageOf(verdict.json, hideKey),
            keptReference: keptReference(verdict.json),
          }
        : { type: 'uncertain', cause: 'wrong-shape', httpStatus }
    case 'refused':
      return { type: 'rejected', ...refusalWords(verdict.json, hideKey) }
    case 'uncertain':
      return { ...verdict, httpStatus }
    case 'refused-elsewhere':
      return { type: 'uncertain', cause: 'intercepted', httpStatus }
    case 'forbidden':
    case 'key-refused':
    case 'rate-limited':
      return verdict
  }
}

/** The result of a read-only request, for the page: its texts do not contain the key and have a limited length. */
export function shownResult<T>(exchange: Exchange, parse: (json: unknown) => T | null): Result<T, Failure> {
  const result = readResult(exchange, parse)
  return result.ok && exchange.type === 'answered' ? ok(exchange.hideKey.inValue(result.value)) : result
}

/**
 * The result of a read-only request.
 *
 * @param parse picks the used parts of a 2xx answer; returns null when it does not have the spec's shape
 */
export function readResult<T>(exchange: Exchange, parse: (json: unknown) => T | null): Result<T, Failure> {
  switch (exchange.type) {
    case 'no-key':
      return err({ type: 'no-key' })
    case 'unusable-key':
      return err({ type: 'key-refused' })
    case 'not-sent':
      return err({ type: exchange.cause === 'tls' ? 'tls' : 'offline' })
    case 'lost':
      return err({ type: exchange.cause === 'timeout' ? 'timeout' : 'offline' })
    case 'garbled':
      return err(exchange)
    case 'answered':
      return readingOf(exchange, parse)
  }
}

function readingOf<T>(answer: InsurerAnswer, parse: (json: unknown) => T | null): Result<T, Failure> {
  const verdict = verdictOf(answer)
  switch (verdict.type) {
    case 'accepted': {
      const value = parse(verdict.json)
      return value === null ? err({ type: 'wrong-shape' }) : ok(value)
    }
    case 'refused':
      return refusedReading(answer, verdict.json)
    case 'refused-elsewhere':
      return answer.method === 'GET' ? refusedReading(answer, verdict.json) : err({ type: 'intercepted' })
    case 'forbidden':
      // Only a plain GET decides about the key: a POST may be what is refused.
      return answer.method === 'GET' ? err({ type: 'key-refused' }) : refusedReading(answer, jsonOf(answer))
    case 'uncertain':
      return err(failureOf(verdict, answer.status))
    case 'key-refused':
    case 'rate-limited':
      return err(verdict)
  }
}

function refusedReading({ status, hideKey }: InsurerAnswer, json: unknown): Result<never, Failure> {
  const { serverMessage: said, fieldErrors } = refusalWords(json, hideKey)
  const serverMessage = said === '' ? Object.values(fieldErrors).flat().join(' ') : said
  return err({ type: status === 404 ? 'not-found' : 'refused-by-server', serverMessage })
}

const jsonOf = ({ body }: InsurerAnswer): unknown =>
  body.type === 'complete' ? parseJson(body.text) : undefined

const saysThatNoneIs: ReadonlySet<number> = new Set([400, 404, 422])

/**
 * The result of looking up a policy's claim (endpoints 2 and 5).
 *
 * @param parse as for `readResult`; an answer of success that shows no claim is its own to recognise
 */
export function lookResult(
  exchange: Exchange,
  parse: (json: unknown) => ClaimLook | null,
): Result<ClaimLook, Failure> {
  if (exchange.type === 'answered') {
    const { status } = exchange
    const verdict = verdictOf(exchange)
    const isOwn = verdict.type === 'refused' && v.is(Unsuccessful, verdict.json)
    if (isOwn && (status < 300 || saysThatNoneIs.has(status))) return ok({ type: 'none' })
  }
  return readResult(exchange, parse)
}

function failureOf({ cause, code = '' }: Uncertain, httpStatus: number): Failure {
  switch (cause) {
    case 'garbled':
      return { type: cause, code }
    case 'server-error':
      return { type: 'server-error', httpStatus }
    case 'timeout':
    case 'wrong-shape':
    case 'intercepted':
      return { type: cause }
    // The connection broke, or we aborted.
    default:
      return { type: 'offline' }
  }
}

/** What a read-only request shows of the connection, for "Check connection". @param parse as for `readResult` */
export function connectionCheck(exchange: Exchange, parse: (json: unknown) => unknown): ConnectionCheck {
  const reading = readResult(exchange, parse)
  if (reading.ok) return { type: 'works' }
  const trouble = 'trouble' in exchange ? exchange.trouble : undefined
  switch (reading.error.type) {
    case 'no-key':
    case 'key-refused':
      return { type: reading.error.type }
    case 'garbled':
      return reading.error
    case 'offline':
      return { type: trouble === 'proxy' || trouble === 'proxy-asks' ? trouble : 'no-network' }
    case 'tls':
      return { type: isTlsKind(trouble) ? trouble : 'tls' }
    // Something answers, but it is not the API.
    case 'intercepted':
    case 'wrong-shape':
    case 'not-found':
      return { type: 'not-the-api' }
    default:
      return { type: 'server-trouble' }
  }
}

/** What an exchange shows of the connection; null when it shows nothing new. */
export type Contact = 'online' | 'offline' | 'intercepted' | 'key-refused'

export function contactOf(exchange: Exchange): Contact | null {
  if (exchange.type === 'not-sent') return exchange.cause === 'tls' ? 'intercepted' : 'offline'
  if (exchange.type !== 'answered') return null
  const verdict = verdictOf(exchange)
  if (verdict.type === 'key-refused') return 'key-refused'
  const isGet = exchange.method === 'GET'
  if (verdict.type === 'forbidden') return isGet ? 'key-refused' : null
  if (verdict.type === 'refused-elsewhere') return isGet ? 'online' : null
  if (verdict.type !== 'uncertain') return 'online'
  // It cannot be told who answers like that.
  if (verdict.cause === 'garbled') return null
  return verdict.cause === 'intercepted' ? 'intercepted' : 'online'
}

/** The code of what cannot be read in an answer; null where there is no answer, or where it can be read. */
export function garbledIn(exchange: Exchange): string | null {
  if (exchange.type === 'garbled') return exchange.code
  const verdict = exchange.type === 'answered' ? verdictOf(exchange) : null
  return verdict?.type === 'uncertain' ? (verdict.code ?? null) : null
}
