import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proofSize, recordFigure } from '#testing/proof.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { genuineAnswers } from './genuine-answers.ts'
import { fuzzKey } from './key-echo.ts'
import { startSocketServer } from './socket-server.ts'

/*
 * Proof 6 of docs/reliability.md, the claim list: whether a claim is in it decides whether that claim is sent again. A
 * list that comes in two parts, cut anywhere, is the same list; one that ends anywhere else is never called complete.
 */

/** Bytes between two places that are tried. */
const step = proofSize('CLAIMS_DESK_LIST_STEP', { short: 32, quick: 96, medium: 4, long: 1 })
const together = 16

const codings = {
  identity: (bytes: Buffer) => bytes,
  gzip: gzipSync,
  br: brotliCompressSync,
} as const
type Coding = keyof typeof codings

let text = ''
let whole: readonly ReceivedClaim[] = []
let sockets: Awaited<ReturnType<typeof startSocketServer>>

beforeAll(async () => {
  sockets = await startSocketServer()
  text = JSON.stringify((await genuineAnswers(fuzzKey)).answers['list-keke-claims'])
  whole = (await readings([answer('identity', [Buffer.from(text)], 'chunked')]))[0]?.claims ?? []
})
afterAll(() => sockets.close())

type Framing = 'chunked' | 'close' | 'length'

function answer(coding: Coding, parts: readonly Buffer[], framing: Framing): Buffer {
  const bytes = Buffer.concat(parts)
  const framed = {
    chunked: 'Transfer-Encoding: chunked',
    close: 'Connection: close',
    length: `Content-Length: ${bytes.length}`,
  }
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\n${framed[framing]}\r\n\r\n`
  if (framing !== 'chunked') return Buffer.concat([Buffer.from(head), bytes])
  const chunks = parts
    .filter(({ length }) => length > 0)
    .flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  return Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\n\r\n')])
}

interface Seen {
  readonly type: string
  readonly bytes: number
  readonly claims: readonly ReceivedClaim[]
}

async function reading(bytes: Buffer): Promise<Seen> {
  const api = createMerchantApi({
    baseUrl: sockets.serve({ pieces: [bytes], then: 'end' }),
    readKey: () => Promise.resolve(fuzzKey),
  })
  const claims: ReceivedClaim[] = []
  const onRows = (rows: readonly ReceivedClaim[]) => {
    claims.push(...rows)
    return 'go-on' as const
  }
  const end = await api.readClaimList('keke', { onRows })
  await api.close()
  return end.ok
    ? { type: end.value.type, bytes: end.value.bytes, claims }
    : { type: end.error.failure.type, bytes: end.error.bytes, claims }
}

async function readings(answers: readonly Buffer[]): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  for (let at = 0; at < answers.length; at += together) {
    seen.push(...(await Promise.all(answers.slice(at, at + together).map(reading))))
  }
  return seen
}

const isWhole = ({ type, claims }: Seen): boolean => type === 'complete' && isDeepStrictEqual(claims, whole)

describe.each(Object.keys(codings) as Coding[])('a claim list, %s', { timeout: 600_000 }, (coding) => {
  it('is the same wherever it is parted, and never whole where it ends too early', async () => {
    expect(whole.length).toBeGreaterThan(1)
    const packed = codings[coding](Buffer.from(text))
    const places = Array.from({ length: Math.ceil(packed.length / step) }, (_, index) => index * step)
    const parted = await readings(
      places.map((at) => answer(coding, [packed.subarray(0, at), packed.subarray(at)], 'chunked')),
    )
    const bytes = Array.from(packed, (byte) => Buffer.of(byte))
    const [single] = await readings([answer(coding, bytes, 'chunked')])
    const cut = await readings(
      places.flatMap((at) =>
        (['chunked', 'close', 'length'] as const).map((framing) =>
          answer(coding, [packed.subarray(0, at)], framing),
        ),
      ),
    )
    // Of a compressed list, all of the text may be there when the last bytes are missing.
    const complete = cut.filter(({ type }) => type === 'complete')
    const untrue = complete.filter((seen) => coding === 'identity' || !isWhole(seen))
    const strange = cut.flatMap(({ claims }) =>
      claims.filter((claim, at) => !isDeepStrictEqual(claim, whole[at])),
    )
    recordFigure({
      proof: 'fuzzed-answers',
      tried: { coding, parted: parted.length + 1, cut: cut.length },
      seen: {
        'not the list': parted.filter((seen) => !isWhole(seen)).length,
        'falsely complete': untrue.length,
        'rows that are none': strange.length,
      },
    })
    expect(parted.filter((seen) => !isWhole(seen) || seen.bytes !== packed.length)).toEqual([])
    expect(single).toEqual({ type: 'complete', bytes: packed.length, claims: whole })
    expect(untrue).toEqual([])
    expect(strange).toEqual([])
  })
})
