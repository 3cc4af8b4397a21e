import { longestRowBytes } from '#main/insurer/api/wire/scalars.ts'
import type { AnswerCase } from './answer-case.ts'
import { answerText } from './answer-text.ts'
import type { GenuineAnswers } from './genuine-answers.ts'
import { echoForms } from './key-echo.ts'
import type { Answering } from './socket-server.ts'
import type { Truth } from './spec-oracle.ts'
import { charsets, codings, framings, wireDamages } from './wire-forms.ts'

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

/** Encodes the answer of a case. */
export function readyAnswer(one: AnswerCase, genuine: GenuineAnswers): ReadyAnswer {
  const text = answerText(one, genuine)
  const content = charsets[one.charset](text)
  const packed = codings[one.coding](content)
  const framed = framings[one.framing](packed.bytes)
  const head = headOf(one, [...packed.headers, ...framed.headers])
  const interim = one.interim === null ? '' : `HTTP/1.1 ${one.interim} Wait\r\nLink: </a>\r\n\r\n`
  const whole = Buffer.concat([Buffer.from(interim + head, 'latin1'), framed.bytes])
  const { wireDamage: damage } = one
  const bytes =
    damage === null
      ? whole
      : wireDamages[damage.do](whole, damage.at % Math.max(1, whole.length), damage.pick)
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

function cutInto(bytes: Buffer, pieces: number): readonly Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const cut: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) cut.push(bytes.subarray(start, start + size))
  return cut
}
