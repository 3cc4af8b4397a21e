import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Sighting } from './sighting.ts'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, claim, created, rawLoopback } from '#testing/insurer-client/loopback-api.ts'

/*
 * Whoever answers, but in a way that cannot be read, is not "no connection"; nor is what a program says before its JSON
 * a page of the network. Each row is one way, as servers and what stands before them are known to answer.
 */

const good = JSON.stringify(created(claim.policyNumber))
const line = 'HTTP/1.1 200 OK'
const label = 'content-type: application/json'

interface Odd {
  readonly status?: string
  readonly headers?: readonly string[]
  readonly body?: string | Buffer
  readonly ending?: string
}

/** An answer by its bytes; its length is right unless a header says something else. */
function bytesOf({ status = line, headers = [], body = good, ending = '\r\n' }: Odd): Buffer {
  const bytes = Buffer.from(body)
  const hasLength = headers.some((header) => /^(content-length|transfer-encoding)/i.test(header))
  const length = hasLength ? [] : [`content-length: ${bytes.length}`]
  const typed = headers.some((header) => /^content-type/i.test(header)) ? [] : [label]
  const head = [status, ...typed, ...length, 'connection: close', ...headers, '', ''].join(ending)
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

async function seen(odd: Odd) {
  const sightings: Sighting[] = []
  const host = await rawLoopback((socket) => socket.on('data', () => socket.end(bytesOf(odd))))
  const contacts: string[] = []
  const api = apiOn(`http://${host}`, {
    onSighting: (sighting) => sightings.push(sighting),
    onContact: (contact) => contacts.push(contact),
  })
  const [outcome, list, page, check] = [
    await api.createClaim('keke', claim, '7F3K-92QD'),
    await wholeList(api, 'keke'),
    await api.pharmacyPage(1),
    await api.checkConnection(),
  ]
  return { outcome, list, page, check, trouble: sightings.at(-1)?.trouble, contacts }
}

const [brotli, deflated] = [brotliCompressSync(good), deflateSync(good)]
const chunked = `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`
const length = `content-length: ${good.length}`
const unframed = /^(HPE_|UND_ERR_RES_CONTENT_LENGTH)/

it.each<[string, Odd, string | RegExp]>([
  [
    'length and chunked together',
    { headers: [length, 'transfer-encoding: chunked'], body: chunked },
    unframed,
  ],
  ['two equal lengths', { headers: [length, length] }, unframed],
  ['Transfer-Encoding: identity', { headers: [length, 'transfer-encoding: identity'] }, unframed],
  ['more than 64 kB of headers', { headers: [`x-debug: ${'a'.repeat(70_000)}`] }, 'UND_ERR_HEADERS_OVERFLOW'],
  ['a space in the name of a header', { headers: ['x debug: 1'] }, unframed],
  ['a space before the colon', { headers: ['x-debug : 1'] }, unframed],
  ['a control character in a header', { headers: ['x-debug: \u0001'] }, unframed],
  ['lines that end in LF', { ending: '\n' }, unframed],
  ['no HTTP at all', { status: 'SSH-2.0-OpenSSH_9.6' }, unframed],
  ['a chunk without a size', { headers: ['transfer-encoding: chunked'], body: `zz\r\n${good}` }, unframed],
  ['a comment behind the JSON', { body: `${good}<!-- 12 ms -->` }, 'JSON_AND_MORE'],
  ['NUL behind the JSON', { body: `${good}\0` }, 'JSON_AND_MORE'],
  ['the JSON twice', { body: `${good}${good}` }, 'JSON_AND_MORE'],
  ['two byte order marks', { body: `\ufeff\ufeff${good}` }, 'JSON_INVALID'],
  ['a comma too many', { body: good.replace(/\}$/, ',}') }, 'JSON_INVALID'],
  ['text before the JSON', { body: `)]}',\n${good}` }, 'JSON_INVALID'],
  ['text before it, as text', { body: `ok ${good}`, headers: ['content-type: text/html'] }, 'JSON_INVALID'],
  ['UTF-16', { body: Buffer.from(`\ufeff${good}`, 'utf16le') }, 'JSON_INVALID'],
  ['“gzip” that is none', { headers: ['content-encoding: gzip'] }, 'Z_DATA_ERROR'],
  ['“br” that is none', { headers: ['content-encoding: br'] }, /^ERR_/],
  ['“gzip” that is brotli', { headers: ['content-encoding: gzip'], body: brotli }, 'Z_DATA_ERROR'],
  ['a coding nobody asked for', { headers: ['content-encoding: deflate'], body: deflated }, 'JSON_INVALID'],
  ['gzip that does not say so', { body: gzipSync(good) }, 'JSON_INVALID'],
])(
  'an answer that cannot be read with %s is uncertain for a claim, and no missing connection',
  async (_name, odd, code) => {
    const { outcome, list, page, check, trouble, contacts } = await seen(odd)
    const known: unknown = typeof code === 'string' ? code : expect.stringMatching(code)
    expect(outcome).toMatchObject({ type: 'uncertain', cause: 'garbled', code: known })
    expect(page).toEqual({ ok: false, error: { type: 'garbled', code: known } })
    expect(list).toEqual({ ok: false, error: { type: 'garbled', code: known } })
    expect(check).toEqual({ type: 'garbled', code: known })
    expect(trouble).toBe('garbled')
    expect(contacts).not.toContain('online')
  },
)

describe('an answer', () => {
  it('with up to 64 kB of headers is read', async () => {
    const { outcome } = await seen({ headers: [`x-debug: ${'a'.repeat(60_000)}`] })
    expect(outcome).toMatchObject({ type: 'delivered' })
  })

  it.each<[string, Odd]>([
    ['in its JSON', { body: good.slice(0, -5) }],
    ['in a text', { body: good.slice(0, 30) }],
    ['in a number', { body: '{"success":true,"response_code":20' }],
    ['in a word', { body: '{"success":tr' }],
    ['behind a backslash', { body: '{"success":true,"response_message":"\\' }],
    ['before its length', { headers: [`content-length: ${good.length + 10}`] }],
    ['between two chunks', { headers: ['transfer-encoding: chunked'], body: `5\r\n${good.slice(0, 5)}\r\n` }],
  ])('that ends early %s is truncated', async (_name, odd) => {
    const { outcome, check } = await seen(odd)
    expect(outcome).toMatchObject({ type: 'uncertain', cause: 'truncated' })
    expect(check).toEqual({ type: 'no-network' })
  })

  it.each([
    `<br />\n<b>Warning</b>:  Undefined array key "id" in <b>/srv/app/Claim.php</b> on line <b>12</b><br />\n${good}`,
    `<b>Notice</b>: Undefined variable in <b>/srv/a.php</b> on line <b>1</b>${good}`,
    `\n<br>\n<b>Deprecated</b>: Optional parameter before required ${good}`,
    `<br />\n<b>Fatal error</b>:  Uncaught Error in /srv/a.php:1`,
    `<br />\n<b>Parse error</b>:  syntax error, unexpected end of file`,
    `\nWarning: Undefined array key in /srv/app/Claim.php on line 12\n${good}`,
    `PHP Deprecated:  Optional parameter in /srv/app/Claim.php on line 12\n${good}`,
    `${good}<br />\n<b>Warning</b>:  Unknown: write failed in <b>Unknown</b> on line <b>0</b><br />`,
    `{"success":true,"data":{<br />\n<b>Notice</b>: Undefined index in <b>/srv/a.php</b> on line <b>1</b>`,
  ])('of a program that complains is the insurer’s trouble: %j', async (body) => {
    const { outcome, list, page, check } = await seen({ body, headers: ['content-type: text/html'] })
    expect(outcome).toEqual({ type: 'uncertain', cause: 'server-error', httpStatus: 200 })
    expect(page).toEqual({ ok: false, error: { type: 'server-error', httpStatus: 200 } })
    expect(list).toEqual(page)
    expect(check).toEqual({ type: 'server-trouble' })
  })

  it.each<[string, string]>([
    ['a page', '<!doctype html><title>Welcome</title>'],
    ['a page whose script speaks of success', '<html><script>x={"success":true}</script></html>'],
    ['a program’s page', '<br /><b>Warning</b>: gone\n<html><form action="/buy"></form></html>'],
    ['a word', 'OK'],
    ['nothing', ''],
  ])('that is %s comes from something between', async (_name, body) => {
    const { outcome, check } = await seen({ body, headers: ['content-type: text/html'] })
    expect(outcome).toEqual({ type: 'uncertain', cause: 'intercepted', httpStatus: 200 })
    expect(check).toEqual({ type: 'not-the-api' })
  })

  const refused = '{"success":false,"response_message":"No such policy"}'
  it.each(
    ['511 Network Authentication Required', '407 Proxy Authentication Required'].flatMap((status) =>
      ['<html>Sign in</html>', good, refused, '', good.slice(0, 20)].map((body) => [status, body] as const),
    ),
  )('with %s comes from the network, whatever it carries: %s', async (status, body) => {
    const headers = ['proxy-authenticate: Basic realm="a"', 'retry-after: 7']
    const { outcome, list, page, check, trouble, contacts } = await seen({
      status: `HTTP/1.1 ${status}`,
      headers,
      body,
    })
    expect(outcome).toMatchObject({ type: 'uncertain', cause: 'intercepted' })
    expect(page).toEqual({ ok: false, error: { type: 'intercepted' } })
    expect(list).toEqual(page)
    expect(check).toEqual({ type: 'not-the-api' })
    expect(trouble).toBe('intercepted')
    expect(new Set(contacts)).toEqual(new Set(['intercepted']))
  })
})
