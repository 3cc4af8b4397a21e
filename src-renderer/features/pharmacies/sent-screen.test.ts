import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import SentScreen from './SentScreen.vue'

const since = '2026-03-04T09:00:00.000Z'
const inDoubt: EntryState = { name: 'unconfirmed', since, cause: 'reset', absentReadings: 0, resends: 0 }
const rejected = aState('rejected')
const idOf = (seq: number): string => `01939c5f-0000-7000-8000-${String(seq).padStart(12, '0')}`
const request = (seq: number, state = anEntry().state): EntrySummary =>
  anEntry({
    id: idOf(seq),
    seq,
    state,
    kind: 'pharmacy-request',
    product: null,
    pharmacyName: `Pharmacy ${seq}`,
  })
let main: FakeMain

beforeEach(() => {
  main = new FakeMain({ 'app:status': () => ok(aStatus()), 'outbox:send-now': () => ok(request(2)) })
})
async function open(entries: readonly EntrySummary[]): Promise<VueWrapper> {
  main.answer({ 'outbox:list': () => ok(entries) })
  await Promise.all([useAppStatus().start(), useOutbox().read()])
  const screen = mount(SentScreen, { global: { plugins: [aRouter()] } })
  await flushPromises()
  return screen
}

it('what was sent to customers: those that need somebody first, then the newest, each with one action', async () => {
  const discarded: EntryState = { name: 'withdrawn', at: since, to: 'discarded', was: rejected }
  const screen = await open([
    request(1, inDoubt),
    request(2),
    request(3),
    anEntry({ id: idOf(4), seq: 4 }),
    request(5, discarded),
  ])
  expect(screen.findAll('li').map((line) => line.get('a').text())).toEqual([
    'Pharmacy 1',
    'Pharmacy 3',
    'Pharmacy 2',
    'Pharmacy 5',
  ])
  const last = screen.findAll('li').at(-1)
  expect([last?.text(), last?.find('button').exists()]).toEqual([expect.stringContaining('Discarded'), false])
  expect(screen.get('li').text()).toContain('Requests cannot be checked at the insurer')
  expect(screen.get('[aria-label="Decide: Pharmacy 1"]').attributes('href')).toBe(`/requests/${idOf(1)}`)
  await screen.get('[aria-label="Send now: Pharmacy 2"]').trigger('click')
  expect(main.askedOf('outbox:send-now')).toEqual([{ id: idOf(2) }])
})

it('what was sent leads with the customer, where one is known', async () => {
  const [known, unknown] = [request(2), { ...request(1), policyNumber: 'MADE/UP/0002' }]
  const customer = { name: 'Ngozi Made-up', phone: '' }
  const claim = anEntry({ id: idOf(3), seq: 3, policyNumber: known.policyNumber.toLowerCase(), customer })
  const screen = await open([known, unknown, claim])
  const lines = screen.findAll('li').map((line) => line.get('p').text())
  expect(lines).toEqual(['Ngozi Made-upPharmacy 2', 'Pharmacy 1MADE/UP/0002'])
})
