import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import { aDraft, aStanding, completeFields } from '#testing/claim/made-up.ts'
import { claimFieldNames } from '#shared/domain/claim.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { press } from '#testing/page/buttons.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEntry, FakeMain } from '#testing/page/fake-main.ts'
import { onMadeUpDay } from '#testing/page/made-up-day.ts'
import { fieldId } from './claim-fields.ts'
import ClaimFormScreen from './ClaimFormScreen.vue'

onMadeUpDay()

const at = '2026-03-04T09:00:00.000Z'
let main: FakeMain
let screen: VueWrapper

beforeEach(async () => {
  main = new FakeMain()
  await useDrafts().read()
  screen = mount(ClaimFormScreen, {
    props: { product: 'keke' },
    global: {
      plugins: [aRouter()],
    },
    attachTo: document.body,
  })
  await vi.waitFor(() => screen.get('form'))
  for (const name of claimFieldNames) await screen.get(`#${fieldId(name)}`).setValue(completeFields[name])
})

const heading = (): string => screen.get('h1').text()
const submit = (): Promise<void> => screen.get('form').trigger('keydown', { key: 'Enter', ctrlKey: true })

it('confirms that the claim is saved, then replaces the form by it, once main has it', async () => {
  const seen: string[] = []
  const look = (): void => {
    const now = [heading() === 'Claim submitted', screen.find('form').exists()].join()
    if (seen.at(-1) !== now) seen.push(now)
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, characterData: true, attributes: true, subtree: true })
  const answer = main.hold('outbox:accept')
  await submit()
  await answer.reached
  look()
  answer.release()
  await vi.waitFor(() => expect(screen.find('form').exists()).toBe(false))
  watcher.disconnect()
  expect(seen).toEqual(['false,true', 'true,true', 'true,false'])
  await vi.waitFor(() => expect(screen.text()).toContain('New claim'), 10_000)
})

it('says how the claim stands, once that is not as expected, and has a green tick once it was received', async () => {
  await submit()
  const icon = (): string => screen.get('section svg').classes().join(' ')
  await vi.waitFor(() => expect(screen.find('section svg.size-10').exists()).toBe(true), 10_000)
  useOutbox().listen()
  const [id = ''] = main.accepted.keys()
  const becomes = async (state: EntryState): Promise<void> => {
    main.announce('outbox:changed', { changed: [anEntry({ id, state, attempts: 1 })], removed: [] })
    await flushPromises()
  }
  expect([heading(), icon().includes('text-success')]).toEqual(['Claim submitted', false])
  await becomes({ name: 'unconfirmed', since: at, cause: 'reset', absentReadings: 0, resends: 0 })
  expect([heading(), icon()]).toEqual(['Confirming delivery', expect.stringContaining('text-warning')])
  await becomes({ name: 'rejected', at, serverMessage: 'No', fieldErrors: {}, forbidden: false })
  expect([heading(), icon()]).toEqual(['Not accepted', expect.stringContaining('text-danger')])
  await becomes({ name: 'delivered', at, proof: 'answer', claimId: 7, serverMessage: '' })
  expect([heading(), icon()]).toEqual(['Claim submitted', expect.stringContaining('text-success')])
})

it('shows what was typed there and could not be saved before it was left, and saves it', async () => {
  const drafts = useDrafts()
  const draft = aDraft({ fields: completeFields })
  main.drafts.set(draft.id, draft)
  drafts.put(draft)
  const place = (): HTMLInputElement =>
    screen.get<HTMLInputElement>(`#${fieldId('occurrenceAddress')}`).element
  await screen.setProps({ product: undefined, id: draft.id })
  await vi.waitFor(() => expect(place().value).toBe(completeFields.occurrenceAddress))
  main.fail('drafts:save', { type: 'disk-full' })
  await screen.get(`#${fieldId('occurrenceAddress')}`).setValue('Under the bridge')
  await screen.setProps({ product: 'okada', id: undefined })
  await vi.waitFor(() => expect(place().value).toBe(''))
  await screen.setProps({ product: undefined, id: draft.id })
  await vi.waitFor(() => expect(place().value).toBe('Under the bridge'))
  main.fail('drafts:save', null)
  await vi.waitFor(
    () => expect(main.drafts.get(draft.id)?.fields.occurrenceAddress).toBe('Under the bridge'),
    5_000,
  )
})

it('is called after the product that the claim was changed to, with everything that was typed', async () => {
  main.answer({ 'claims:known-of': () => ok({ products: ['okada'], meant: null }) })
  expect(heading()).toBe('Keke claim')
  await screen.get(`#${fieldId('policyNumber')}`).trigger('blur')
  await vi.waitFor(() => expect(screen.text()).toContain('This is an okada policy.'))
  await press('Change to an okada claim')
  await vi.waitFor(() => expect(heading()).toBe('Okada claim'))
  const details = screen.get<HTMLTextAreaElement>(`#${fieldId('incidentDetails')}`)
  expect(details.element.value).toBe(completeFields.incidentDetails)
})

it('is the form again where what was submitted there is taken back', async () => {
  const drafts = useDrafts()
  const draft = aDraft({ fields: { ...completeFields, policyNumber: 'KKP/2026/LA/000009' } })
  drafts.put(draft)
  await screen.setProps({ product: undefined, id: draft.id })
  await vi.waitFor(() => screen.get('form'))
  await submit()
  await vi.waitFor(() => expect(screen.find('form').exists()).toBe(false))
  drafts.put(draft)
  await vi.waitFor(() => screen.get('form'))
})

it('says which wrong claim it takes the place of', async () => {
  await useOutbox().read()
  useOutbox().listen()
  const draft = aDraft()
  useDrafts().put(draft)
  await screen.setProps({ product: undefined, id: draft.id })
  const wrong = { at, by: null, replacedBy: draft.branchReference, isDone: false }
  const other = anEntry({ id: 'wrong', reference: '8G4M-73RE', standing: aStanding({ wrong }) })
  main.announce('outbox:changed', { changed: [other], removed: [] })
  await vi.waitFor(() => expect(screen.get('a[href="/claims/wrong"]').text()).toContain('Replaces 8G4M-73RE'))
})
