import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { longestRowBytes } from '#main/insurer/api/wire/scalars.ts'
import type { AnswerCase } from './answer-case.ts'
import { answerText } from './answer-text.ts'
import type { GenuineAnswers } from './genuine-answers.ts'
import { echoForms } from './key-echo.ts'
import type { Answering } from './socket-server.ts'
import type { Truth } from './spec-oracle.ts'

/** An answer ready to send, and what it really says. */
export interface ReadyAnswer {
  readonly answering: Answering
  /** The intended meaning. */
  readonly truth: Truth
  /** Whether the product must understand it that way; otherwise damage may have changed it. */
  readonly isWhole: boolean
  readonly bytes: Buffer
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'text/html; charset=utf-8',
  'text/plain',
  '',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'json',
  'application/json,text/html',
  'a'.repeat(5_000),
  '\u00e9\u00ff/json',
]
const headerNames = [
  'Location',
  'Retry-After',
  'Set-Cookie',
  'X-Odd',
  'Content-Type',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'Trailer',
  'WWW-Authenticate',
  'Refresh',
  '__proto__',
  'constructor',
  'Date',
  'Alt-Svc',
]
const headerValues = [
  '',
  '0',
  '30',
  '-1',
  '9'.repeat(400),
  'Wed, 21 Oct 2015 07:28:00 GMT',
  'Sun, 06 Nov 99999 08:49:37 GMT',
  'Fri, 31 Feb 2031 25:61:61 GMT',
  'tomorrow',
  '1e9',
  '/login',
  '//evil.example/sign-in',
  'https://evil.example/a',
  'http://[::1',
  'javascript:alert(1)',
  'keep-alive',
  'close',
  'upgrade',
  'h2c',
  'a=b; Path=/; HttpOnly',
  'x'.repeat(9_000),
  'x'.repeat(40_000),
  '\u00ff\u00fe',
  'Bearer realm="x"',
  'h2=":443"; ma=3600',
]

const pickOf = (list: readonly string[], pick: number): string => list[pick % list.length] ?? ''

// Built once: two megabytes of zeros, and the same compressed in layers.
const nothing = Buffer.alloc(2 * 1024 * 1024)
const bombs = {
  'bomb-gzip': { bytes: gzipSync(nothing), said: 'gzip' },
  'bomb-br': {
    bytes: brotliCompressSync(nothing, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    said: 'br',
  },
  'bomb-layers': { bytes: gzipSync(gzipSync(gzipSync(nothing))), said: 'gzip, gzip, gzip' },
} as const

/** Encodes the answer of a case. */
export function readyAnswer(one: AnswerCase, genuine: GenuineAnswers): ReadyAnswer {
  const text = answerText(one, genuine)
  const content = encoded(text, one.charset)
  const packed = packedAs(content, one.coding)
  const framed = framedAs(packed.bytes, one.framing)
  const head = headOf(one, [...packed.headers, ...framed.headers])
  const interim = one.interim === null ? '' : `HTTP/1.1 ${one.interim} Wait\r\nLink: </a>\r\n\r\n`
  const whole = Buffer.concat([Buffer.from(interim + head, 'latin1'), framed.bytes])
  const bytes = one.wireDamage === null ? whole : damagedBytes(whole, one.wireDamage)
  const isPlain =
    one.wireDamage === null &&
    ['length', 'chunked', 'close'].includes(one.framing) &&
    ['none', 'gzip', 'br'].includes(one.coding) &&
    one.headers.length === 0 &&
    one.interim === null &&
    !['header', 'location', 'reason'].includes(one.echo?.place ?? '') &&
    one.contentType < contentTypes.length - 1 &&
    one.then === 'end' &&
    content.length <= longestRowBytes
  return {
    answering: { pieces: cutInto(bytes, one.pieces), then: one.then },
    truth: { status: one.status, text: content.toString('utf8') },
    isWhole: isPlain,
    bytes,
  }
}

function headOf(one: AnswerCase, framing: readonly string[]): string {
  const { echo } = one
  // A header cannot contain a line break: the rest of the key would become another header.
  const key = echo === null ? '' : echoForms[echo.form].replace(/[^\x20-\x7e]/g, '')
  const reason = echo?.place === 'reason' ? key : 'Odd'
  const contentType = pickOf(contentTypes, one.contentType)
  const own = one.headers.map(
    ({ name, value }) => `${pickOf(headerNames, name)}: ${pickOf(headerValues, value)}`,
  )
  if (echo?.place === 'header') own.push(`X-Debug: ${key}`, `WWW-Authenticate: Bearer error="${key}"`)
  if (echo?.place === 'location')
    own.push(`Location: https://api.example/login?key=${key}`, `Retry-After: ${key}`)
  if (contentType !== '') own.push(`Content-Type: ${contentType}`)
  return [`HTTP/1.1 ${one.status} ${reason}`, ...own, ...framing, '', ''].join('\r\n')
}

function encoded(text: string, charset: AnswerCase['charset']): Buffer {
  switch (charset) {
    case 'utf-8':
      return Buffer.from(text)
    case 'utf-16':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'latin-1':
      return Buffer.from(text.replace('a', '\u00e9'), 'latin1')
    case 'bad-bytes':
      return Buffer.from(text.replace('a', '\u00ff\u00fe\u0080'), 'latin1')
    case 'overlong':
      // An overlong, two-byte quotation mark, which no decoder may accept as one.
      return Buffer.from(text.replace('"', '\u00c0\u00a2'), 'latin1')
  }
}

function packedAs(
  content: Buffer,
  coding: AnswerCase['coding'],
): { readonly bytes: Buffer; readonly headers: readonly string[] } {
  const said = (bytes: Buffer, ...names: readonly string[]) => ({
    bytes,
    headers: names.map((name) => `Content-Encoding: ${name}`),
  })
  switch (coding) {
    case 'none':
      return said(content)
    case 'gzip':
      return said(gzipSync(content), 'gzip')
    case 'br':
      return said(brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), 'br')
    case 'gzip-twice':
      return said(gzipSync(gzipSync(content)), 'gzip, gzip')
    case 'gzip-cut':
      return said(gzipSync(content).subarray(0, -12), 'gzip')
    case 'gzip-unsaid':
      return said(gzipSync(content))
    case 'gzip-said':
      return said(content, 'gzip')
    case 'br-said':
      return said(content, 'br')
    case 'unknown-said':
      return said(content, 'rot13')
    case 'many-said':
      return said(content, Array.from({ length: 200 }, () => 'gzip').join(', '))
    case 'bomb-gzip':
    case 'bomb-br':
    case 'bomb-layers':
      return said(bombs[coding].bytes, bombs[coding].said)
  }
}

function framedAs(
  bytes: Buffer,
  framing: AnswerCase['framing'],
): { readonly bytes: Buffer; readonly headers: readonly string[] } {
  const length = (value: number | string): string => `Content-Length: ${value}`
  const chunks = (end: string): Buffer => {
    const half = Math.floor(bytes.length / 2)
    const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0)
    const framed = parts.flatMap((part) => [
      Buffer.from(`${part.length.toString(16)}\r\n`),
      part,
      Buffer.from('\r\n'),
    ])
    return Buffer.concat([...framed, Buffer.from(end)])
  }
  switch (framing) {
    case 'length':
      return { bytes, headers: [length(bytes.length)] }
    case 'chunked':
      return { bytes: chunks('0\r\n\r\n'), headers: ['Transfer-Encoding: chunked'] }
    case 'close':
      return { bytes, headers: ['Connection: close'] }
    case 'too-long':
      return { bytes, headers: [length(bytes.length + 7)] }
    case 'too-short':
      return { bytes, headers: [length(Math.max(0, bytes.length - 3))] }
    case 'length-and-chunked':
      return { bytes: chunks('0\r\n\r\n'), headers: [length(5), 'Transfer-Encoding: chunked'] }
    case 'two-lengths':
      return { bytes, headers: [length(bytes.length), length(bytes.length - 1)] }
    case 'bad-length':
      return { bytes, headers: [length('-5')] }
    case 'bad-chunk':
      return { bytes: Buffer.concat([Buffer.from('zz\r\n'), bytes]), headers: ['Transfer-Encoding: chunked'] }
    case 'no-last-chunk':
      return { bytes: chunks(''), headers: ['Transfer-Encoding: chunked'] }
  }
}

function damagedBytes(bytes: Buffer, damage: NonNullable<AnswerCase['wireDamage']>): Buffer {
  const at = damage.at % Math.max(1, bytes.length)
  const some = Buffer.from(
    Array.from({ length: 1 + (damage.pick % 40) }, (_, n) => (damage.pick * 31 + n * 97) & 0xff),
  )
  switch (damage.do) {
    case 'flip': {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (damage.pick % 8))
      return flipped
    }
    case 'cut':
      return bytes.subarray(0, at)
    case 'insert':
      return Buffer.concat([bytes.subarray(0, at), some, bytes.subarray(at)])
    case 'remove':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (damage.pick % 20))])
    case 'noise':
      return some
    case 'not-http':
      return Buffer.from(
        pickOf(
          [
            '',
            '\r\n\r\n',
            'SSH-2.0-OpenSSH_9.6\r\n',
            '220 mail.example ESMTP\r\n',
            '\u0016\u0003\u0001\u0002\u0000\u0001',
            'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
            'HTTP/0.9 200 OK\r\n\r\n{"success":true}',
            'HTTP/1.1 200\r\n\r\n',
            'HTTP/1.1 099 No\r\n\r\n',
            'HTTP/1.1 20x OK\r\n\r\n',
            'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
            'ICY 200 OK\r\n\r\n',
            '<html></html>',
            `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(5_000)}\r\n{}`,
          ],
          damage.pick,
        ),
        'latin1',
      )
    case 'twice':
      return Buffer.concat([bytes, bytes])
  }
}

function cutInto(bytes: Buffer, pieces: number): readonly Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const cut: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) cut.push(bytes.subarray(start, start + size))
  return cut
}
