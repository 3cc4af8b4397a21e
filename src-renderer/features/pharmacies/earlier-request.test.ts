import { expect, it } from 'vitest'
import type { EntryBody, EntryDetail, EntrySummary } from '#shared/outbox/entry.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { anEntry } from '#testing/page/fake-main.ts'
import { earlierRequest } from './earlier-request.ts'

const nowMs = Date.parse('2026-03-04T12:00:00.000Z')
const wanted = {
  kind: 'pharmacy-request',
  pharmacyId: 7,
  pharmacyName: 'Dove',
  policyNumber: 'KP/1',
} as const satisfies EntryBody

function request(change: Partial<EntrySummary> = {}): EntrySummary {
  return anEntry({
    kind: 'pharmacy-request',
    product: null,
    policyNumber: ' kp / 1',
    pharmacyName: 'Dove',
    acceptedAt: '2026-03-04T09:00:00.000Z',
    ...change,
  })
}
const detailOf =
  (pharmacyId: number, entry = request()) =>
  (): Promise<Result<EntryDetail, Failure>> =>
    Promise.resolve(
      ok({
        ...entry,
        uploads: [],
        body: { ...wanted, pharmacyId },
      }),
    )
const dayMs = 86_400_000
const ask = (entries: readonly EntrySummary[], detail = detailOf(7)): Promise<EntrySummary | null> =>
  earlierRequest(wanted, entries, detail, nowMs)

it('is the newest for the same policy and pharmacy, however the policy was typed', async () => {
  const [older, newer] = [request({ seq: 1 }), request({ seq: 2 })]
  expect(await ask([older, newer])).toBe(newer)
})

it('excludes other policies and kinds, withdrawn requests, and those older than a day', async () => {
  const withdrawn = { name: 'withdrawn', at: '2026-03-04T10:00:00.000Z', to: 'corrected' } as const
  expect(await ask([request({ policyNumber: 'KP/2' })])).toBeNull()
  expect(await ask([request({ kind: 'claim' })])).toBeNull()
  expect(await ask([request({ state: withdrawn })])).toBeNull()
  expect(await ask([request({ acceptedAt: new Date(nowMs - dayMs).toISOString() })])).toBeNull()
  expect(await ask([request({ acceptedAt: new Date(nowMs - dayMs + 1).toISOString() })])).not.toBeNull()
})

it('excludes another pharmacy of the same name', async () => {
  expect(await ask([request()], detailOf(8))).toBeNull()
})

it('is matched by name where its number is of another address', async () => {
  const chosenAt = 'https://here.example'
  const askHere = (id: number, change: Partial<EntrySummary> = {}): Promise<EntrySummary | null> =>
    earlierRequest({ ...wanted, chosenAt }, [request(change)], detailOf(id), nowMs)
  expect(await askHere(8)).not.toBeNull()
  expect(await askHere(7, { pharmacyName: 'Other' })).toBeNull()
})

it('is matched by name if the entry cannot be read', async () => {
  const unreadable = (): Promise<Result<EntryDetail, Failure>> =>
    Promise.resolve(err({ type: 'unknown-entry' }))
  expect(await ask([request()], unreadable)).not.toBeNull()
  expect(await ask([request({ pharmacyName: 'Other' })], unreadable)).toBeNull()
})
