import { claimFieldNames } from '#shared/domain/claim.ts'
import { DOMWrapper, flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { ShownCandidate } from '#shared/contract/outbox.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok } from '#shared/result.ts'
import { knownTime } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { button, press } from '#testing/page/buttons.ts'
import { anEntry, FakeMain } from '#testing/page/fake-main.ts'
import CompareDialog from './CompareDialog.vue'

const at = '2026-03-04T09:00:00.000Z'
const unconfirmed: EntryState = aState('unconfirmed')
const submitted = madeUpClaim()
const candidate = (id: number, changes: Partial<ShownCandidate['claim']> = {}): ShownCandidate => ({
  key: `id/${id}`,
  claimId: id,
  seenAt: at,
  claim: {
    ...asTold(submitted),
    product: 'keke',
    status: 'pending',
    createdAt: knownTime(at),
    updatedAt: knownTime(at),
    ...changes,
  },
})

let main: FakeMain
let open: ShownCandidate[]
let entry: EntrySummary
let shown: VueWrapper

const dialog = () => new DOMWrapper(document.body).get('[role=dialog]')
const text = (): string => dialog().text().replaceAll(/\s+/g, ' ')

async function compare(state: EntryState, candidates: ShownCandidate[]): Promise<void> {
  open = candidates
  entry = anEntry({ state, attempts: 1, candidates: open.length })
  shown = mount(CompareDialog, { props: { entry }, attachTo: document.body })
  await flushPromises()
}

beforeEach(() => {
  const ruledOut = (key: string): EntrySummary => {
    open = open.filter((each) => each.key !== key)
    return { ...entry, candidates: open.length }
  }
  main = new FakeMain({
    'outbox:candidates': () =>
      ok({
        product: 'keke',
        submitted,
        reference: '7F3K-92QD',
        firstAttemptAt: at,
        candidates: open,
      }),
    'outbox:this-is-it': ({ key }) => {
      ruledOut(key)
      return ok({
        ...entry,
        candidates: 0,
        state: { name: 'delivered', at, proof: 'officer', claimId: 31, serverMessage: '' },
      })
    },
    'outbox:this-is-another': ({ key }) => ok(ruledOut(key)),
  })
})

it('shows the two claims side by side, and names what differs', async () => {
  await compare(unconfirmed, [candidate(31, { repairEstimate: 9_000, incidentDetails: '' })])
  expect(text()).toContain(
    `Look at 2 of ${claimFieldNames.length} fields: What happened, Estimate of repair.`,
  )
  const rows = dialog()
    .findAll('tr')
    .map((row) => row.text().replaceAll(/\s+/g, ' '))
  expect(rows.find((row) => row.includes('Estimate'))).toMatch(/Different.*₦45,000.*₦9,000/)
  expect(rows.find((row) => row.includes('What happened'))).toMatch(
    /Missing at the insurer.*Hit a kerb.*Nothing/,
  )
  expect(rows.find((row) => row.includes('Policy number'))).toContain('Same')
  expect(text()).toContain('7F3K-92QD')
  expect(dialog().findAll('th[scope=row]')).toHaveLength(claimFieldNames.length + 2)
})

it('says what each choice means before it is made', async () => {
  await compare(unconfirmed, [candidate(31)])
  const described = (name: string): string | null | undefined =>
    document.getElementById(button(name).attributes('aria-describedby') ?? '')?.textContent
  expect(described('This is it')).toContain('never sent again')
  expect(described('This is another one')).toContain('only if the insurer does not have it')
})

it('goes from one to the next, which is read before it is decided', async () => {
  await compare(unconfirmed, [candidate(31, { repairEstimate: 1 }), candidate(32)])
  expect(text()).toContain('Claim 1 of 2 at the insurer')
  expect(button('Previous claim').element.disabled).toBe(true)
  await press('Next claim')
  expect(text()).toContain('Claim 2 of 2 at the insurer')
  expect(text()).toContain(`All ${claimFieldNames.length} fields are the same.`)
  await press('Previous claim')
  await press('This is another one')
  expect(text()).toContain('Noted: another one.')
  expect(text()).toContain(`All ${claimFieldNames.length} fields are the same.`)
  expect(document.activeElement?.textContent).toContain('Noted')
  await press('This is it')
  expect(main.asked.at(-1)?.input).toEqual({ id: entry.id, key: 'id/32' })
})

it('stays at the one that is read when another is ruled out meanwhile', async () => {
  await compare(
    unconfirmed,
    [1, 2, 3].map((id) => candidate(id, { occurrenceAddress: `Street ${id}` })),
  )
  await press('Next claim')
  expect(text()).toContain('Street 2')
  open = open.slice(1)
  await shown.setProps({ entry: { ...entry, candidates: 2 } })
  await flushPromises()
  expect(text()).toContain('Street 2')
})

it('keeps both open when main could not write the decision', async () => {
  main = new FakeMain({
    'outbox:candidates': () =>
      ok({ product: 'keke', submitted, reference: null, firstAttemptAt: null, candidates: open }),
    'outbox:this-is-it': () => err({ type: 'disk-full' }),
  })
  await compare(unconfirmed, [candidate(31)])
  await press('This is it')
  expect(text()).toContain('disk')
  expect(button('This is it').element.disabled).toBe(false)
})

it('shows the insurer’s words as text, never as markup', async () => {
  await compare(unconfirmed, [candidate(31, { occurrenceAddress: '<b>Yaba</b>' })])
  expect(text()).toContain('<b>Yaba</b>')
  expect(dialog().find('b').exists()).toBe(false)
})
