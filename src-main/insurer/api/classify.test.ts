import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import {
  attemptOutcome,
  connectionCheck,
  contactOf,
  lookResult,
  readResult,
  shownResult,
} from './classify.ts'
import type { InsurerAnswer, Exchange } from './exchange.ts'
import type { LostCause } from '#main/network/send.ts'
import { keyHider } from '#main/network/hide-key.ts'

const now = Date.parse('2024-05-06T10:00:00Z')
const page = '<!doctype html><title>Welcome</title>'

interface Partly {
  method?: InsurerAnswer['method']
  status?: number
  text?: string
  body?: InsurerAnswer['body']
  location?: string
  retryAfter?: string
  contentType?: string
  date?: string
}

function answer(part: Partly): InsurerAnswer {
  return {
    type: 'answered',
    method: part.method ?? 'GET',
    status: part.status ?? 200,
    location: part.location === undefined ? null : new URL(part.location, 'https://api.example'),
    retryAfter: part.retryAfter ?? null,
    contentType: part.contentType ?? 'application/json',
    body: part.body ?? { type: 'complete', text: part.text ?? '' },
    hideKey: keyHider('made-up-key-0001'),
    timing: { date: part.date ?? null, age: null, askedAtMs: now, headersAtMs: now, tookMs: 0 },
  }
}

const expected = (json: unknown): boolean => JSON.stringify(json).includes('"success":true')
const outcome = (exchange: Exchange) => attemptOutcome(exchange, expected)
const parsed = (json: unknown): unknown => (expected(json) ? json : null)
const reading = (exchange: Exchange) => readResult(exchange, parsed)

const good = '{"success":true,"response_message":"Done"}'
const refused = '{"success":false,"response_message":"No such policy"}'
const uncertain = (cause: string, httpStatus: number | null = 200) => ({
  type: 'uncertain',
  cause,
  httpStatus,
})
const taken = { type: 'delivered', serverMessage: 'Done', keptReference: null } as const
const brokenOff = (cause: LostCause) => ({ body: { type: 'broken-off', cause } }) as const
const rejected = (serverMessage: string) => ({ type: 'rejected', serverMessage, fieldErrors: {} })

const saidNo = rejected('No such policy')
const wait = (retryAfterMs: number) => ({ type: 'rate-limited', retryAfterMs })
const soon = 'Mon, 06 May 2024 10:02:00 GMT'
const wrong = '{"message":"Wrong"}'
const wrongField = '{"message":"Wrong","errors":{"policy_no":["Unknown"]}}'

describe('an exchange that got no answer', () => {
  it.each(['dns', 'refused', 'tls', 'connect-timeout', 'network'] as const)(
    'is not sent (%s) when no header left',
    (cause) => expect(outcome({ type: 'not-sent', cause })).toEqual({ type: 'not-sent', cause }),
  )
  it.each(['timeout', 'reset', 'stopped', 'suspended'] as const)('is uncertain (%s) after headers', (cause) =>
    expect(outcome({ type: 'lost', cause })).toEqual(uncertain(cause, null)),
  )
  it('is a key problem when there is no key', () =>
    expect(outcome({ type: 'no-key' })).toEqual({ type: 'key-refused' }))
  it('is a key problem when the key does not fit a header', () =>
    expect(outcome({ type: 'unusable-key' })).toEqual({ type: 'key-refused' }))
})

const rows: readonly (readonly [string, Partly, unknown])[] = [
  ['2xx as expected is delivered', { text: good }, taken],
  ['201 counts as 2xx', { status: 201, text: good }, taken],
  ['JSON counts by what it is, not by its label', { text: good, contentType: 'text/html' }, taken],
  ['2xx of another shape', { text: '{"status":"ok"}' }, uncertain('wrong-shape')],
  ['2xx with JSON that is no object', { text: '"ok"' }, uncertain('wrong-shape')],
  ['success as a text is no success', { text: '{"success":"false"}' }, uncertain('wrong-shape')],
  ['success: false', { text: refused }, saidNo],
  ...['500', '"503"'].flatMap((code) =>
    [true, false].map(
      (success) =>
        [
          `success: ${success} with response_code ${code}`,
          { text: `{"success":${success},"response_code":${code}}` },
          uncertain('server-error'),
        ] as const,
    ),
  ),
  ['a success with another code', { text: '{"success":true,"response_code":422}' }, uncertain('wrong-shape')],
  ['success: false with another code', { text: refused.replace('}', ',"response_code":404}') }, saidNo],
  ['success: false with 402', { status: 402, text: refused }, saidNo],
  ...[400, 405, 409, 415, 422].map(
    (status) => [`${status} with JSON`, { status, text: wrong }, rejected('Wrong')] as const,
  ),
  ...[404, 413].flatMap((status) => [
    [`${status} that says success: false`, { status, text: refused }, saidNo] as const,
    [
      `${status} with field errors`,
      { status, text: wrongField },
      { ...rejected('Wrong'), fieldErrors: { policyNumber: ['Unknown'] } },
    ] as const,
    ...[wrong, '{"success":true}', '{"errors":null}', '{"errors":"no"}', '[]'].map(
      (text) =>
        [
          `${status} with JSON of another: ${text}`,
          { status, text },
          uncertain('intercepted', status),
        ] as const,
    ),
  ]),
  ['401', { status: 401, text: refused }, { type: 'key-refused' }],
  ['403 with a page', { status: 403, text: page }, { type: 'forbidden' }],
  ['403 with JSON', { status: 403, text: refused }, { type: 'forbidden' }],
  ['403 broken off', { status: 403, ...brokenOff('reset') }, { type: 'forbidden' }],
  ['a redirect to /login', { status: 302, location: '/login' }, { type: 'key-refused' }],
  ['a redirect to /Sign-In', { status: 302, location: '/Sign-In?next=a' }, { type: 'key-refused' }],
  ['a redirect elsewhere', { status: 307, location: '/?login=1' }, uncertain('intercepted', 307)],
  ['a redirect to nowhere', { status: 302 }, uncertain('intercepted', 302)],
  ['429', { status: 429 }, wait(60_000)],
  ['429 with seconds', { status: 429, retryAfter: '7' }, wait(7000)],
  ['503 with a date', { status: 503, retryAfter: soon }, wait(120_000)],
  ['503 without Retry-After', { status: 503, text: refused }, uncertain('server-error', 503)],
  ['408', { status: 408, text: refused }, uncertain('server-error', 408)],
  ['500, though it says success: false', { status: 500, text: refused }, uncertain('server-error', 500)],
  ['502 with a page', { status: 502, text: page }, uncertain('server-error', 502)],
  ['HTML with 200', { text: page, contentType: 'text/html' }, uncertain('intercepted')],
  ['HTML labelled JSON', { text: page }, uncertain('intercepted')],
  ['an empty 200', { text: '' }, uncertain('intercepted')],
  ['an empty 204', { status: 204 }, uncertain('intercepted', 204)],
  ['plain text with 200', { text: 'OK', contentType: 'text/plain' }, uncertain('intercepted')],
  ['404 that is not JSON', { status: 404, text: page }, uncertain('intercepted', 404)],
  ['JSON that ends too early', { text: good.slice(0, 20) }, uncertain('truncated')],
  ['a body broken off', brokenOff('reset'), uncertain('truncated')],
  ['a body too late', brokenOff('timeout'), uncertain('timeout')],
  ['a body stopped', brokenOff('suspended'), uncertain('suspended')],
  ['a 422 broken off', { status: 422, ...brokenOff('reset') }, uncertain('truncated', 422)],
  ['a 401 broken off', { status: 401, ...brokenOff('reset') }, { type: 'key-refused' }],
  ['a body over the limit', { body: { type: 'too-large' } }, uncertain('wrong-shape')],
  ['a body that cannot be read', { body: { type: 'unreadable' } }, uncertain('wrong-shape')],
  ['413 with a page', { status: 413, text: page }, uncertain('intercepted', 413)],
  ['402 that claims success', { status: 402, text: good }, uncertain('wrong-shape', 402)],
  ['399 that is JSON', { status: 399, text: good }, uncertain('intercepted', 399)],
  ['300 that is JSON', { status: 300, text: good }, uncertain('intercepted', 300)],
  ['a redirect to /log_in', { status: 302, location: '/log_in' }, { type: 'key-refused' }],
  ['a redirect to /user/log-in', { status: 302, location: '/user/log-in' }, { type: 'key-refused' }],
  ['a redirect to /signin', { status: 302, location: '/signin' }, { type: 'key-refused' }],
  ['a redirect to /sign_in', { status: 302, location: '/sign_in' }, { type: 'key-refused' }],
  ['a redirect to /log/in', { status: 302, location: '/log/in' }, uncertain('intercepted', 302)],
  ['a success that asks to wait', { text: good, retryAfter: '7' }, taken],
  ['500 that asks to wait', { status: 500, retryAfter: '7' }, uncertain('server-error', 500)],
  ['499 with a page', { status: 499, text: page }, uncertain('intercepted', 499)],
  ['503 by its clock', { status: 503, retryAfter: soon, date: soon.replace('2:00', '1:30') }, wait(30_000)],
  ['503 without a clock', { status: 503, retryAfter: soon, date: 'today' }, wait(120_000)],
  ['text that holds a bracket', { text: 'OK [1' }, uncertain('intercepted')],
  ['a list that ends too early', { text: ' \n[{"id":1' }, uncertain('truncated')],
  [
    'cut problem JSON',
    { text: '{"ti', contentType: 'application/problem+json; a=b' },
    uncertain('truncated'),
  ],
  ['JSON lines', { text: '{"ti', contentType: 'application/jsonl' }, uncertain('intercepted')],
  ['a body stopped by us', brokenOff('stopped'), uncertain('stopped')],
  ['402 with other JSON', { status: 402, text: '{"message":"Pay"}' }, uncertain('wrong-shape', 402)],
]

it.each(rows)('an answer to an attempt %s', (_name, part, wanted) =>
  expect(outcome(answer(part))).toEqual(wanted),
)

it('what a rejection says does not repeat the key', () => {
  const text = JSON.stringify({
    success: false,
    message: 'Bearer made-up-key-0001 may not',
    errors: { 'made-up-key-0001': ['made-up-key-0001'] },
  })
  expect(JSON.stringify(outcome(answer({ text })))).not.toContain('made-up-key')
  expect(JSON.stringify(reading(answer({ text })))).not.toContain('made-up-key')
})

const serverMessage = 'No such policy'
const refusal = (said = serverMessage) => ({ type: 'refused-by-server', serverMessage: said })
const toPost = (part: Partly) => answer({ method: 'POST', ...part })
const failures: readonly (readonly [string, Exchange, unknown])[] = [
  ['no key', { type: 'no-key' }, { type: 'no-key' }],
  ['a key that fits no header', { type: 'unusable-key' }, { type: 'key-refused' }],
  ['no name', { type: 'not-sent', cause: 'dns' }, { type: 'offline' }],
  ['no connection in time', { type: 'not-sent', cause: 'connect-timeout' }, { type: 'offline' }],
  ['a bad certificate', { type: 'not-sent', cause: 'tls' }, { type: 'tls' }],
  ['no answer in time', { type: 'lost', cause: 'timeout' }, { type: 'timeout' }],
  ['a reset', { type: 'lost', cause: 'reset' }, { type: 'offline' }],
  ['a broken-off body', answer(brokenOff('reset')), { type: 'offline' }],
  ['a stopped body', answer(brokenOff('stopped')), { type: 'offline' }],
  ['a suspended body', answer(brokenOff('suspended')), { type: 'offline' }],
  ['a body over the limit', answer({ body: { type: 'too-large' } }), { type: 'wrong-shape' }],
  ['a stop', { type: 'lost', cause: 'stopped' }, { type: 'offline' }],
  ['a late body', answer(brokenOff('timeout')), { type: 'timeout' }],
  ['401', answer({ status: 401 }), { type: 'key-refused' }],
  ['429', answer({ status: 429, retryAfter: '3' }), { type: 'rate-limited', retryAfterMs: 3000 }],
  ['404 with JSON', answer({ status: 404, text: refused }), { type: 'not-found', serverMessage }],
  ['404 with a page', answer({ status: 404, text: page }), { type: 'intercepted' }],
  [
    'other JSON, to a GET',
    answer({ status: 404, text: wrong }),
    { type: 'not-found', serverMessage: 'Wrong' },
  ],
  ['other JSON, to a POST', toPost({ status: 404, text: wrong }), { type: 'intercepted' }],
  ['413 with other JSON, to a GET', answer({ status: 413, text: wrong }), refusal('Wrong')],
  ['403 to a GET', answer({ status: 403, text: refused }), { type: 'key-refused' }],
  ['403 to a POST', toPost({ status: 403, text: refused }), refusal()],
  ['403 to a POST, with a page', toPost({ status: 403, text: page }), refusal('')],
  ['success: false', answer({ text: refused }), refusal()],
  ['500', answer({ status: 500, text: good }), { type: 'server-error', httpStatus: 500 }],
  ['another shape', answer({ text: '{}' }), { type: 'wrong-shape' }],
  ['HTML', answer({ text: page }), { type: 'intercepted' }],
]

describe('an answer to a read-only request', () => {
  it.each(failures)('%s is a failure', (_name, exchange, error) =>
    expect(reading(exchange)).toEqual({ ok: false, error }),
  )
  it('is the value when it is as expected', () => expect(reading(answer({ text: good })).ok).toBe(true))
})

const checks: readonly (readonly [string, Exchange, string])[] = [
  ['a good page', answer({ text: good }), 'works'],
  ['no key', { type: 'no-key' }, 'no-key'],
  ['403', answer({ status: 403 }), 'key-refused'],
  ['a page of HTML', answer({ text: page }), 'not-the-api'],
  ['JSON of another API', answer({ text: '{"hello":1}' }), 'not-the-api'],
  ['another API’s 404', answer({ status: 404, text: '{}' }), 'not-the-api'],
  ['a certificate of another name', { type: 'not-sent', cause: 'tls', trouble: 'tls' }, 'tls'],
  ['an untrusted one', { type: 'not-sent', cause: 'tls', trouble: 'tls-authority' }, 'tls-authority'],
  ['one that has run out', { type: 'not-sent', cause: 'tls', trouble: 'tls-date' }, 'tls-date'],
  ['a proxy', { type: 'not-sent', cause: 'proxy', trouble: 'proxy' }, 'proxy'],
  ['one that asks', { type: 'not-sent', cause: 'proxy', trouble: 'proxy-asks' }, 'proxy-asks'],
  ['a refused connection', { type: 'not-sent', cause: 'refused' }, 'no-network'],
  ['no answer', { type: 'lost', cause: 'timeout' }, 'server-trouble'],
  ['500', answer({ status: 500 }), 'server-trouble'],
  ['429', answer({ status: 429 }), 'server-trouble'],
]

it.each(checks)('the connection check takes %s for %s', (_name, exchange, type) =>
  expect(connectionCheck(exchange, parsed)).toEqual({ type }),
)

it.each([
  [answer({ text: good }), 'online'],
  [answer({ status: 500 }), 'online'],
  [answer({ status: 401 }), 'key-refused'],
  [answer({ text: page }), 'intercepted'],
  [{ type: 'not-sent', cause: 'dns' } as const, 'offline'],
  [{ type: 'not-sent', cause: 'tls' } as const, 'intercepted'],
  [{ type: 'unusable-key' } as const, null],
  [answer({ text: good.slice(0, 20) }), 'online'],
  [answer({ status: 429 }), 'online'],
  [answer({ text: refused }), 'online'],
  [{ type: 'lost', cause: 'timeout' } as const, null],
  [{ type: 'no-key' } as const, null],
  [answer({ status: 403 }), 'key-refused'],
  [answer({ method: 'POST', status: 403 }), null],
  [answer({ status: 404, text: '{}' }), 'online'],
  [answer({ method: 'POST', status: 404, text: '{}' }), null],
  [answer({ method: 'POST', status: 404, text: refused }), 'online'],
  [answer({ status: 304, body: { type: 'not-modified' } }), 'online'],
])('a contact %# is reported as it is', (exchange, contact) => expect(contactOf(exchange)).toBe(contact))

const none = { ok: true, value: { type: 'none' } }
const shows = { type: 'claim' }
const looks: readonly (readonly [string, Partly, unknown])[] = [
  ['success: false', { text: refused }, none],
  ['400 that says success: false', { status: 400, text: refused }, none],
  ['404 that says success: false', { status: 404, text: refused }, none],
  ['422 that says success: false', { status: 422, text: refused }, none],
  ['a claim', { text: good }, { ok: true, value: shows }],
  ['409 that says success: false', { status: 409, text: refused }, { type: 'refused-by-server' }],
  ['402 that says success: false', { status: 402, text: refused }, { type: 'refused-by-server' }],
  ['422 with JSON of another', { status: 422, text: '{"message":"No"}' }, { type: 'refused-by-server' }],
  ['404 with field errors alone', { status: 404, text: '{"errors":{}}' }, { type: 'not-found' }],
  ['404 with JSON of another', { status: 404, text: '{"message":"No"}' }, { type: 'intercepted' }],
  ['404 with a page', { status: 404, text: page }, { type: 'intercepted' }],
  ['another shape', { text: '{"success":"false"}' }, { type: 'wrong-shape' }],
  ['403', { status: 403, text: refused }, { type: 'refused-by-server' }],
  ['401', { status: 401, text: refused }, { type: 'key-refused' }],
  ['500 that says success: false', { status: 500, text: refused }, { type: 'server-error' }],
  ...['{"success":false,"response_code":500}', '{"success":true,"response_code":500,"data":null}'].map(
    (text) => [`200 with ${text}`, { text }, { type: 'server-error' }] as const,
  ),
  ['a cut answer', { text: refused.slice(0, 20) }, { type: 'offline' }],
]

describe('a look at a policy', () => {
  it.each(looks)('%s', (_name, part, wanted) => {
    const look = lookResult(answer({ method: 'POST', ...part }), (json) =>
      expected(json) ? { type: 'claim', claim: {} as InsurerClaim } : null,
    )
    expect(look).toMatchObject(look.ok ? (wanted as object) : { error: wanted })
  })

  it('without an answer shows nothing', () => {
    expect(lookResult({ type: 'lost', cause: 'timeout' }, () => null)).toEqual(err({ type: 'timeout' }))
  })
})

describe('what is shown of an answer', () => {
  const key = 'made-up-key-0001'
  const parse = (json: unknown): unknown => (expected(json) ? json : null)

  it('has no key in its texts', () => {
    const text = `{"success":true,"details":"Sent with ${key}"}`
    expect(shownResult(answer({ text }), parse)).toEqual(ok({ success: true, details: 'Sent with [key]' }))
  })

  it('is its failure if it has one', () => {
    expect(shownResult(answer({ text: page }), parse)).toEqual(err({ type: 'intercepted' }))
    expect(shownResult({ type: 'no-key' }, parse)).toEqual(err({ type: 'no-key' }))
  })
})
