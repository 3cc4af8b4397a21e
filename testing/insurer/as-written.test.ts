import { describe, expect, it } from 'vitest'
import type { Writing } from './as-written.ts'
import { claimBody, get, objectOf, post, rowsOf, startForTest } from './calls.ts'
import { samplePolicies, type TestInsurer, type Ways } from './test-insurer.ts'

const [policy = ''] = samplePolicies('keke')

/** What the insurer answers to a claim, and shows of it afterwards. */
async function shown(writes: Writing, more: Ways = {}) {
  const server = await startForTest({ pharmacyCount: 1 })
  server.behave({ ...more, writes })
  const created = await objectOf(post(server, 'create_keke_pass_claim', claimBody(policy)))
  return { server, created: created['data'], ...(await read(server)) }
}

async function read(server: TestInsurer) {
  const details = await objectOf(post(server, 'keke_pass_claim_details', { policyNumber: policy }))
  const rows = await rowsOf(get(server, 'get_keke_pass_claims'))
  return { details, detail: details['data'], rows, row: rows.at(-1) }
}

const digits: unknown = expect.stringMatching(/^\d+$/)
const mysqlTime: unknown = expect.stringMatching(/^[\d-]+ [\d:]+$/)
const asSent = { date_of_occurance: '2026-02-28', estimate_of_repair: 45_000.5, policy_number: policy }

describe('an insurer that writes values otherwise', () => {
  it('shows them so in details and lists, and answers a create as the spec does', async () => {
    const { created, detail, row, server } = await shown({
      days: 'd/m/Y',
      times: 'd-m-Y H:i:s',
      amounts: 'naira',
      policies: 'hyphens',
      ids: 'text',
    })
    const number = policy.replaceAll('/', '-')
    const here = {
      date_of_occurance: '28/02/2026',
      created_at: '04-03-2026 09:15:22',
      estimate_of_repair: '₦45,000.50',
      policy_number: number,
      status: '0',
      deleted_at: null,
    }
    expect(row).toMatchObject({ ...here, id: digits, merchant_id: '41' })
    expect(row?.['keke_policy']).toEqual({ id: row?.['keke_policy_id'], policy_number: number })
    expect(detail).toMatchObject({ ...here, keke_policy: { policy_number: number, status: 1 } })
    expect(detail).not.toHaveProperty('id')
    expect(created).toMatchObject({ ...asSent, created_at: '2026-03-04T09:15:22.120000Z' })
    expect(server.claims('keke').at(-1), 'the ledger').toMatchObject(asSent)
  })

  it('answers a create so too, where it answers it as it is kept', async () => {
    const { created } = await shown(
      { days: 'seconds', amounts: 'as-spec', times: 'missing' },
      { text: { lost: true }, createAnswer: 'as-kept' },
    )
    expect(created).toMatchObject({ ...asSent, date_of_occurance: 1_772_236_800, details_of_incidence: null })
    expect(created).not.toHaveProperty('created_at')
  })

  it('writes the rows of others, and those that were made before, in the same way', async () => {
    const { server, rows } = await shown({ days: 'words', times: 'null' }, { list: { otherRows: 3 } })
    expect(rows.filter((row) => row['date_of_occurance'] !== '2 days ago')).toEqual([])
    expect(rows.filter((row) => row['created_at'] !== null)).toEqual([])
    server.behave({})
    expect((await read(server)).row).toMatchObject({ date_of_occurance: '2026-02-28' })
  })

  it('leaves fields out, sets them to null or writes them as another type, wherever they stand', async () => {
    const { details, detail, row } = await shown({
      fields: {
        user: 'null',
        keke_policy: 'missing',
        deleted_at: 'empty',
        status: 'number',
        response_code: 'text',
      },
      detailsId: true,
      more: true,
    })
    expect(details).toMatchObject({ success: true, response_code: '200', reference: null })
    expect(detail).toMatchObject({ user: null, deleted_at: '', status: 0, id: row?.['id'], reference: null })
    expect(detail).not.toHaveProperty('keke_policy')
    expect(row).toMatchObject({ deleted_at: '', status: 0, reference: null })
  })

  it('does so with pharmacies', async () => {
    const { server } = await shown({ ids: 'text', times: 'lagos', fields: { lga: 'null' } })
    const { data } = await objectOf(get(server, 'micro_health/pharmacy/all'))
    expect(data).toMatchObject({ data: [{ id: '1', lga: null, created_at: mysqlTime }] })
  })
})
