import type { Context } from 'hono'
import { readBody, refusal, type Backroom, type PracticeEnv } from './answers.ts'
import { PharmacyRequestSchema, type FieldErrors } from './claim-fields.ts'
import type { PharmacyRow } from './wire.ts'

type Handler = (c: Context<PracticeEnv>) => Response | Promise<Response>

const perPage = 15

/** The filters of endpoint 7, in the spec's order. */
const filters = ['pharmacy_name', 'pharmacy_code', 'state_of_premise', 'lga', 'pharmacy_address'] as const
type Filter = (typeof filters)[number]

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** The page asked for; anything but a positive whole number is the first. */
function pageNumber(c: Context): number {
  const asked = c.req.query('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 1
}

/** Spec: Pharmacy page. Page addresses keep the filter. An empty page stands from 0 to 0: the spec has integers there. */
function pharmacyPage(c: Context, rows: readonly PharmacyRow[], query: Readonly<Record<string, string>>) {
  const page = pageNumber(c)
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage))
  const start = (page - 1) * perPage
  const data = rows.slice(start, start + perPage)
  const path = new URL(c.req.path, c.req.url).href
  const urlOf = (number: number): string =>
    `${path}?${new URLSearchParams({ ...query, page: String(number) }).toString()}`
  return {
    current_page: page,
    data,
    first_page_url: urlOf(1),
    from: data.length === 0 ? 0 : start + 1,
    last_page: lastPage,
    last_page_url: urlOf(lastPage),
    next_page_url: page < lastPage ? urlOf(page + 1) : null,
    path,
    per_page: perPage,
    prev_page_url: page > 1 ? urlOf(page - 1) : null,
    to: data.length === 0 ? 0 : start + data.length,
    total: rows.length,
  }
}

/**
 * Endpoints 7, 8 and 9: all pharmacies, or those one filter matches. Matching is not shown in the spec. Our policy: a
 * part of the text, without regard to case; of several filters the first in the spec's order; an empty one is none.
 */
function listPharmacies(allowed: readonly Filter[], backroom: Backroom): Handler {
  return (c) => {
    const filter = allowed.find((name) => (c.req.query(name) ?? '').trim() !== '')
    const wanted = filter === undefined ? '' : (c.req.query(filter) ?? '').trim()
    const needle = folded(wanted)
    const rows =
      filter === undefined
        ? backroom.data.pharmacies
        : backroom.data.pharmacies.filter((row) => folded(row[filter]).includes(needle))
    return c.json({
      success: true,
      data: pharmacyPage(c, rows, filter === undefined ? {} : { [filter]: wanted }),
      response_message: 'Pharmacies fetched successfully',
      response_code: '',
    })
  }
}

export const answerPharmacySearch = (backroom: Backroom): Handler => listPharmacies(filters, backroom)
export const answerPharmacyNameSearch = (backroom: Backroom): Handler =>
  listPharmacies(['pharmacy_name'], backroom)
export const allPharmacies = (backroom: Backroom): Handler => listPharmacies([], backroom)

/** Endpoint 10. */
export function onePharmacy(backroom: Backroom): Handler {
  return (c) => {
    const id = c.req.param('pharmacy_id') ?? ''
    const row = /^[1-9]\d{0,8}$/.test(id) ? backroom.data.pharmacy(Number(id)) : null
    if (row === null) return refusal(c, 404, 'No pharmacy has this id.')
    return c.json({ success: true, data: row, message: 'Pharmacy fetched successfully' })
  }
}

/** Endpoint 11. Nothing is sent to anyone: the request is only kept. */
export function answerPharmacyRequest(backroom: Backroom): Handler {
  return async (c) => {
    const body = await readBody(c, PharmacyRequestSchema)
    if (!body.ok) return body.response
    const { pharmacy_id: pharmacyId, policy_no: policyNumber } = body.value
    const errors: FieldErrors = {
      ...(backroom.data.pharmacy(pharmacyId) === null ? { pharmacy_id: ['No pharmacy has this id.'] } : {}),
      ...(backroom.data.policyOfAnyProduct(policyNumber) === null
        ? { policy_no: ['No policy has this number.'] }
        : {}),
    }
    if (Object.keys(errors).length > 0) return refusal(c, 422, 'The given data was invalid.', errors)
    backroom.data.addPharmacyRequest(pharmacyId, policyNumber, backroom.now())
    return c.json({
      success: true,
      data: {},
      message: 'The details of the pharmacy were sent to the customer',
    })
  }
}
