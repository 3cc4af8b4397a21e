import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { testKey } from '#proofs/insurer/test-insurer.ts'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import { keyHider, longestShown } from './hide-key.ts'
import { createMerchantApi, type MerchantApi } from './merchant-api.ts'

const mebibyte = 1024 * 1024

/** The API of a server that answers everything with this body; `sent` counts the bytes that were read. */
async function answering(body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<MerchantApi> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const api = createMerchantApi({
    baseUrl: `http://127.0.0.1:${port}`,
    readKey: () => Promise.resolve(testKey),
  })
  onTestFinished(async () => {
    await api.close()
    server.closeAllConnections()
    server.close()
  })
  return api
}

const padded = (text: string, bytes: number): Buffer => Buffer.from(text + ' '.repeat(bytes))
const row = {
  id: 1,
  policy_number: 'KKP/2026/LA/000001',
  status: '0',
  created_at: '2026-11-20 09:00:00',
  updated_at: '2026-11-20 09:00:00',
}
const list = (rows: readonly object[]): string => JSON.stringify({ success: true, data: rows })
const anyNumber: unknown = expect.any(Number)
const reading = (api: MerchantApi) => api.readClaimList('keke', { onRows: () => 'go-on' })
const wrongShape = { ok: false, error: { type: 'wrong-shape' } }

describe('an answer that is too long', () => {
  it('about one item is abandoned at 20 MiB', async () => {
    const page = JSON.stringify({
      success: true,
      data: { current_page: 1, data: [], last_page: 1, total: 0 },
    })
    expect(await (await answering(padded(page, 20 * mebibyte - 200))).pharmacyPage(1)).toMatchObject({
      ok: true,
    })
    expect(await (await answering(padded(page, 20 * mebibyte))).pharmacyPage(1)).toEqual(wrongShape)
    const created = JSON.stringify({ success: true, data: { policy_number: 'KKP/2026/LA/000001' } })
    expect(
      await (await answering(padded(created, 20 * mebibyte))).createClaim('keke', madeUpClaim(), '7F3K-92QD'),
    ).toMatchObject({ type: 'uncertain', cause: 'wrong-shape' })
  })

  it('is measured after decompression', async () => {
    const bomb = gzipSync(padded(list([row]), 200 * mebibyte))
    expect(bomb.length).toBeLessThan(mebibyte)
    const api = await answering(bomb, { 'content-encoding': 'gzip' })
    expect(await reading(api)).toEqual({
      ok: false,
      error: { failure: { type: 'wrong-shape' }, bytes: anyNumber },
    })
    expect(await api.pharmacyPage(1)).toEqual(wrongShape)
  })

  it('has a row that is too long, in a list', async () => {
    const withText = (length: number) => list([{ ...row, details_of_incidence: 'x'.repeat(length) }, row])
    const read = async (length: number) => reading(await answering(Buffer.from(withText(length))))
    expect(await read(16 * mebibyte - 1000)).toMatchObject({ ok: true, value: { rows: 2 } })
    expect(await read(17 * mebibyte)).toMatchObject({ error: { failure: { type: 'wrong-shape' } } })
  })
})

async function shownBy(api: MerchantApi): Promise<readonly ReceivedClaim[]> {
  const shown: ReceivedClaim[] = []
  await api.streamShownClaims('keke', {
    onRows: (rows) => {
      shown.push(...rows)
      return 'go-on'
    },
  })
  return shown
}

describe('a text that is too long', () => {
  it('is cut for the page, and the rest of the list stays as it is', async () => {
    const api = await answering(
      Buffer.from(
        list([
          { ...row, details_of_incidence: 'x'.repeat(400_000) },
          { ...row, id: 2 },
        ]),
      ),
    )
    const shown = await shownBy(api)
    expect(shown.map(({ id }) => id)).toEqual([1, 2])
    expect(JSON.stringify(shown).length).toBeLessThan(longestShown + 2_000)
  })

  it('is cut after the key was removed, never through it', async () => {
    const details = 'x'.repeat(longestShown - 8) + testKey
    const api = await answering(Buffer.from(list([{ ...row, details_of_incidence: details }])))
    const shown = JSON.stringify(await shownBy(api))
    expect(shown).not.toContain(testKey.slice(0, 8))
    expect(shown).toContain('xx[key]')
  })

  it('is marked as cut, and never cut inside a character', () => {
    const text = `${'x'.repeat(longestShown - 1)}😀y`
    expect(keyHider(testKey).inValue([{ text, other: 1 }])).toEqual([
      { text: `${'x'.repeat(longestShown - 1)}…`, other: 1 },
    ])
    const short = [{ text: 'short' }]
    expect(keyHider(testKey).inValue(short)[0]).toBe(short[0])
  })
})
