import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/* How an answer goes on the wire, well or ill. */

const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

/** How the text is encoded. */
export const charsets = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'latin-1': (text) => Buffer.from(text.replace('a', '\u00e9'), 'latin1'),
  'bad-bytes': (text) => Buffer.from(text.replace('a', '\u00ff\u00fe\u0080'), 'latin1'),
  // An overlong, two-byte quotation mark, which no decoder may accept as one.
  overlong: (text) => Buffer.from(text.replace('"', '\u00c0\u00a2'), 'latin1'),
} as const satisfies Readonly<Record<string, (text: string) => Buffer>>

/** Bytes of a body, and the headers that say what they are. */
interface Body {
  readonly bytes: Buffer
  readonly headers: readonly string[]
}
type Form = (content: Buffer) => Body

const said = (bytes: Buffer, ...names: readonly string[]): Body => ({
  bytes,
  headers: names.map((name) => `Content-Encoding: ${name}`),
})

// Built once: two megabytes of zeros, and the same compressed in layers.
const nothing = Buffer.alloc(2 * 1024 * 1024)
const bombs = {
  gzip: said(gzipSync(nothing), 'gzip'),
  br: said(brotli(nothing), 'br'),
  layers: said(gzipSync(gzipSync(gzipSync(nothing))), 'gzip, gzip, gzip'),
} as const

/** How the bytes are compressed, and whether the header says so. */
export const codings = {
  none: (content) => said(content),
  gzip: (content) => said(gzipSync(content), 'gzip'),
  br: (content) => said(brotli(content), 'br'),
  'gzip-twice': (content) => said(gzipSync(gzipSync(content)), 'gzip, gzip'),
  'gzip-cut': (content) => said(gzipSync(content).subarray(0, -12), 'gzip'),
  'gzip-unsaid': (content) => said(gzipSync(content)),
  'gzip-said': (content) => said(content, 'gzip'),
  'br-said': (content) => said(content, 'br'),
  'unknown-said': (content) => said(content, 'rot13'),
  'many-said': (content) => said(content, Array.from({ length: 200 }, () => 'gzip').join(', ')),
  'bomb-gzip': () => bombs.gzip,
  'bomb-br': () => bombs.br,
  'bomb-layers': () => bombs.layers,
} as const satisfies Readonly<Record<string, Form>>

const isChunked = 'Transfer-Encoding: chunked'
const ofLengths = (bytes: Buffer, ...lengths: readonly number[]): Body => ({
  bytes,
  headers: lengths.map((length) => `Content-Length: ${length}`),
})
function chunks(bytes: Buffer, end: string): Buffer {
  const half = Math.floor(bytes.length / 2)
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0)
  const framed = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...framed, Buffer.from(end)])
}
const lastChunk = '0\r\n\r\n'

/** How the end of the body is marked. */
export const framings = {
  length: (bytes) => ofLengths(bytes, bytes.length),
  chunked: (bytes) => ({ bytes: chunks(bytes, lastChunk), headers: [isChunked] }),
  close: (bytes) => ({ bytes, headers: ['Connection: close'] }),
  'too-long': (bytes) => ofLengths(bytes, bytes.length + 7),
  'too-short': (bytes) => ofLengths(bytes, Math.max(0, bytes.length - 3)),
  'length-and-chunked': (bytes) => ({
    bytes: chunks(bytes, lastChunk),
    headers: ['Content-Length: 5', isChunked],
  }),
  'two-lengths': (bytes) => ofLengths(bytes, bytes.length, bytes.length - 1),
  'bad-length': (bytes) => ofLengths(bytes, -5),
  'bad-chunk': (bytes) => ({ bytes: Buffer.concat([Buffer.from('zz\r\n'), bytes]), headers: [isChunked] }),
  'no-last-chunk': (bytes) => ({ bytes: chunks(bytes, ''), headers: [isChunked] }),
} as const satisfies Readonly<Record<string, Form>>

const notHttp: readonly string[] = [
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
]

const some = (pick: number): Buffer =>
  Buffer.from(Array.from({ length: 1 + (pick % 40) }, (_, n) => (pick * 31 + n * 97) & 0xff))

/** Damage to the bytes of the whole answer, at a place in them. */
export const wireDamages = {
  flip(bytes, at, pick) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (pick % 8))
    return flipped
  },
  cut: (bytes, at) => bytes.subarray(0, at),
  insert: (bytes, at, pick) => Buffer.concat([bytes.subarray(0, at), some(pick), bytes.subarray(at)]),
  remove: (bytes, at, pick) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (pick % 20))]),
  noise: (_bytes, _at, pick) => some(pick),
  'not-http': (_bytes, _at, pick) => Buffer.from(notHttp[pick % notHttp.length] ?? '', 'latin1'),
  twice: (bytes) => Buffer.concat([bytes, bytes]),
} as const satisfies Readonly<Record<string, (bytes: Buffer, at: number, pick: number) => Buffer>>
