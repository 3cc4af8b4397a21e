import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { err } from '#shared/result.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { SettingsSchema } from '#shared/settings.ts'
import { answeringText } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, testKey } from '#testing/insurer-client/loopback-api.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import type { MerchantApi } from './merchant-api.ts'

const mebibyte = 1024 * 1024

/** The API of a server that answers everything with this body. */
async function answering(body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<MerchantApi> {
  return apiOn(await answeringText(body, headers))
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
const creating = (api: MerchantApi) => api.createClaim('keke', madeUpClaim(), '7F3K-92QD')
const unsure = { type: 'uncertain', cause: 'wrong-shape' }
const wrongShape = { ok: false, error: { type: 'wrong-shape' } }

describe('an answer that is too long', () => {
  it('is abandoned at 512 kB, whatever it is about, and is neither a receipt nor a refusal', async () => {
    const page = JSON.stringify({
      success: true,
      data: { current_page: 1, data: [], last_page: 1, total: 0 },
    })
    const most = 512 * 1024
    expect(await (await answering(padded(page, most - 200))).pharmacyPage(1)).toMatchObject({ ok: true })
    expect(await (await answering(padded(page, most))).pharmacyPage(1)).toEqual(wrongShape)
    for (const success of [true, false]) {
      const created = JSON.stringify({ success, data: { policy_number: row.policy_number } })
      expect(await creating(await answering(padded(created, most)))).toMatchObject(unsure)
    }
  })

  it('is measured after decompression', async () => {
    const bomb = gzipSync(padded(list([row]), 64 * mebibyte))
    expect(bomb.length).toBeLessThan(mebibyte)
    const api = await answering(bomb, { 'content-encoding': 'gzip' })
    expect(await reading(api)).toEqual(err({ failure: { type: 'wrong-shape' }, bytes: anyNumber }))
    expect(await api.pharmacyPage(1)).toEqual(wrongShape)
  })

  it('has a row of more than 256 kB, in a list: what came before it counts, and nothing is absent', async () => {
    const withText = (length: number) =>
      list([row, { ...row, details_of_incidence: 'x'.repeat(length) }, row])
    const read = async (length: number) => {
      const ids: number[] = []
      const api = await answering(Buffer.from(withText(length)))
      const onRows = (rows: readonly ReceivedClaim[]) => {
        ids.push(...rows.map(({ id }) => id))
        return 'go-on' as const
      }
      return { end: await api.readClaimList('keke', { onRows }), ids }
    }
    expect(await read(255 * 1024)).toMatchObject({ end: { ok: true, value: { rows: 3 } } })
    expect(await read(mebibyte)).toMatchObject({
      end: { error: { failure: { type: 'wrong-shape' } } },
      ids: [1],
    })
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
  it('is cut before anything compares it, and its row and the rest of the list stay', async () => {
    const long = 'x'.repeat(50_000)
    const every = { policy_number: long, details_of_incidence: long, status: long, medical_report: long }
    const shown = await shownBy(
      await answering(
        Buffer.from(
          list([
            { ...row, ...every },
            { ...row, id: 2 },
          ]),
        ),
      ),
    )
    expect(shown.map(({ id }) => id)).toEqual([1, 2])
    const [{ policyNumber, incidentDetails, status, medicalReportUrl }] = shown as [ReceivedClaim]
    const lengths = [policyNumber, incidentDetails, status, medicalReportUrl].map(({ length }) => length)
    expect(lengths).toEqual([200, 20_000, 100, 2000])
  })

  it('leaves of a create answer what confirms it, and never a refusal', async () => {
    const created = (policyNumber: string) =>
      answering(Buffer.from(JSON.stringify({ success: true, data: { policy_number: policyNumber } })))
    const filled = `${' '.repeat(80_000)}${row.policy_number}${' '.repeat(80_000)}`
    expect(await creating(await created(filled))).toMatchObject({ type: 'delivered' })
    expect(await creating(await created(`x${'.'.repeat(80_000)}x`))).toMatchObject(unsure)
  })

  it('shows no beginning of the key where it was cut', async () => {
    const details = `${'x '.repeat(9_994)}${testKey}`
    const status = `${'y '.repeat(45)}${testKey}`
    const api = await answering(Buffer.from(list([{ ...row, details_of_incidence: details, status }])))
    const shown = JSON.stringify(await shownBy(api))
    expect(shown).not.toContain(testKey.slice(0, 8))
    expect(shown).toContain('x [key]')
    expect(shown).toContain('y [key]')
  })

  it('is no status that the office can call final, and the same one whatever was cut off', async () => {
    const rows = ['one', 'another'].map((end) => ({ ...row, status: `${'Paid '.repeat(20)}${end}` }))
    const [first, second] = await shownBy(await answering(Buffer.from(list(rows))))
    expect(first?.status).toBe(second?.status)
    expect(v.is(SettingsSchema.entries.finalStatuses, ['Paid'])).toBe(true)
    expect(v.is(SettingsSchema.entries.finalStatuses, [first?.status])).toBe(false)
  })

  it('has no key in the status of a claim that the engine looks at: officers read it', async () => {
    const data = { ...row, status: `x${testKey}`, details_of_incidence: testKey }
    const api = await answering(Buffer.from(JSON.stringify({ success: true, data })))
    const look = await api.lookUpClaim('keke', row.policy_number)
    expect(look).toMatchObject({ value: { claim: { status: 'x[key]', incidentDetails: testKey } } })
  })
})
