import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { Router } from 'vue-router'
import { aDraft, aStanding, completeFields } from '#testing/claim/made-up.ts'
import { emptyFields } from '#shared/domain/draft.ts'
import type { EntryBody, EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok } from '#shared/result.ts'
import { useCommandLayer } from '#renderer/commands/command-layer.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { press } from '#testing/page/buttons.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import SubmittedPanel from './SubmittedPanel.vue'

const at = '2026-03-04T09:00:00.000Z'
const body: EntryBody = {
  kind: 'claim',
  product: 'keke',
  claim: { ...completeFields, incidentDetails: '[Ref 7F3K-92QD] A bus turned.', repairEstimate: 45_000 },
  branchReference: '7F3K-92QD',
}
const entry = anEntry({ reference: '7F3K-92QD' })
let main: FakeMain
let router: Router

beforeEach(async () => {
  main = new FakeMain({
    'app:status': () => ok(aStatus({ environment: 'live' })),
    'outbox:list': () => ok([entry]),
    'outbox:entry': () => ok({ ...entry, body, uploads: [] }),
    'outbox:to-draft': () => ok(aDraft()),
  })
  router = aRouter()
  await Promise.all([useAppStatus().start(), useOutbox().read()])
  useOutbox().listen()
})
const show = (change: Partial<EntrySummary> = {}): VueWrapper =>
  mount(SubmittedPanel, { props: { entry: { ...entry, ...change } }, global: { plugins: [router] } })
const reached = (panel: VueWrapper): string[] =>
  panel
    .findAll('ol > li')
    .filter((step) => !step.text().includes('not yet'))
    .map((step) => step.get('p').text())

describe('the page of what was just submitted', () => {
  it('leads to the wrong claim that it takes the place of', async () => {
    const panel = show({ sentReferences: ['7F3K-92QD'] })
    expect(panel.text()).not.toContain('Replaces')
    const wrong = { at, by: null, replacedBy: '7F3K-92QD', isDone: false }
    const other = anEntry({ id: 'wrong', reference: '8G4M-73RE', standing: aStanding({ wrong }) })
    const changed = [{ ...entry, sentReferences: ['7F3K-92QD'] }, other]
    main.announce('outbox:changed', { changed, removed: [] })
    await flushPromises()
    expect(panel.get('a[href="/claims/wrong"]').text()).toBe(
      'Replaces 8G4M-73RE: the insurer is still to be told',
    )
  })

  it('shows the reference, and how far the claim is, as it moves', async () => {
    const panel = show()
    const becomes = async (change: Partial<EntrySummary>): Promise<void> => {
      main.announce('outbox:changed', { changed: [{ ...entry, ...change }], removed: [] })
      await flushPromises()
    }
    expect(panel.text()).toContain('7F3K-92QD')
    expect(reached(panel)).toEqual(['Saved'])
    const queued = { name: 'queued', since: at, notSentInARow: 1, resends: 0 } as const
    await becomes({ state: { ...queued, reason: { type: 'not-sent', cause: 'dns' } }, attempts: 1 })
    // It was tried, and nothing left this computer.
    expect(reached(panel)).toEqual(['Saved'])
    await becomes({ state: { name: 'sending', since: at, notSentInARow: 0, resends: 0 }, attempts: 2 })
    expect(reached(panel)).toEqual(['Saved', 'Sent'])
    const state: EntryState = { name: 'delivered', at, proof: 'answer', claimId: 7, serverMessage: '' }
    await becomes({ state, standing: aStanding({ says: null, asOf: null }) })
    expect(reached(panel)).toEqual(['Saved', 'Sent', 'Received'])
    const wrong = { at, by: null, replacedBy: '', isDone: false }
    await becomes({ state, standing: aStanding({ wrong }) })
    // The last step is what the insurer says, whatever else is the matter.
    expect(reached(panel)).toEqual(['Saved', 'Sent', 'Received', 'Status 1'])
  })
})

it.each([
  ['Paid', '3', 'bg-success', 'lucide-check'],
  ['Declined', '4', 'bg-danger', 'lucide-x'],
  ['In review', '1', 'bg-info', null],
])('the last step ends as the claim ended: %s', async (name, status, colour, sign) => {
  main.answer({ 'app:status': () => ok(aStatus()) })
  await useAppStatus().start()
  const state = { name: 'delivered', at, proof: 'answer', claimId: 7, serverMessage: '' } as const
  const standing = aStanding({ says: { status, estimate: null, isDeleted: false }, isFinal: true })
  main.announce('outbox:changed', { changed: [{ ...entry, state, standing }], removed: [] })
  const last = show().findAll('ol > li').at(-1)
  expect(last?.text()).toContain(name)
  expect(last?.get('span').classes()).toContain(colour)
  const drawn = last?.find('svg')
  if (sign === null) expect(drawn?.exists()).toBe(false)
  else expect(drawn?.classes()).toContain(sign)
})

it('a copy for another vehicle is one, however often its button is pressed before it opens', async () => {
  const panel = show()
  const saved = main.hold('drafts:save')
  await press('Another vehicle, same accident', panel)
  await saved.reached
  const read = main.hold('outbox:entry')
  await press('Another vehicle, same accident', panel)
  saved.release()
  await flushPromises()
  read.release()
  await flushPromises()
  expect(main.drafts.size).toBe(1)
})

const rejected = { name: 'rejected', at, serverMessage: 'No', fieldErrors: {}, forbidden: false } as const
const unconfirmed = aState('unconfirmed', { absentReadings: 2 })
it.each<[string, Partial<EntrySummary>, string[]]>([
  ['not accepted', { state: rejected }, ['Correct', 'Discard']],
  [
    'possibly found',
    { state: unconfirmed, candidates: 1 },
    ['Is this it?', 'Check now', 'It arrived', 'Send again', 'Discard'],
  ],
  ['on its way', {}, []],
])('what needs an officer is done where its words ask for it: %s', (_what, change, actions) => {
  main.announce('outbox:changed', { changed: [{ ...entry, ...change }], removed: [] })
  const buttons = show(change).findAll('button, a')
  const texts = buttons.map((button) => button.text())
  expect(texts.slice(1, texts.indexOf('New claim'))).toEqual(actions)
})

it('what was discarded is not shown as it was submitted: the list is, where an undo brings it back', async () => {
  show()
  main.announce('outbox:changed', { changed: [], removed: [entry.id] })
  await flushPromises()
  expect(router.currentRoute.value.fullPath).toBe('/claims?show=all')
})

describe('another vehicle', () => {
  it.each([
    [
      'Another vehicle, same accident',
      {
        occurrenceDate: '14/03/2026',
        occurrenceAddress: completeFields.occurrenceAddress,
        incidentDetails: 'A bus turned.',
        incidentPictureUrl: completeFields.incidentPictureUrl,
      },
    ],
    ['Same owner, another vehicle', { claimantIdentification: completeFields.claimantIdentification }],
  ])('keeps of the claim what is the same: %s', async (action, kept) => {
    await press(action, show())
    const [made] = main.drafts.values()
    expect(made?.fields).toEqual({ ...emptyFields(), ...kept })
    expect(made?.branchReference).not.toBe('7F3K-92QD')
    expect(router.currentRoute.value.path).toBe(`/claims/${made?.id}`)
    expect(useCommandLayer().copied).toBe(made?.id)
  })

  it('keeps what was chosen about the accident, and nothing about a person or a policy', async () => {
    const standIns = {
      incidentPictureUrl: 'not-available',
      medicalReportUrl: 'not-available',
      deathCertificateUrl: 'not-needed',
      originalPolicyCertificateUrl: 'not-available',
      harm: 'hurt',
    } as const
    main.answer({
      'outbox:entry': () => ok({ ...entry, body: { ...body, standIns }, uploads: [] }),
    })
    await press('Another vehicle, same accident', show())
    const [made] = main.drafts.values()
    expect(made?.standIns).toEqual({
      incidentPictureUrl: 'not-available',
      deathCertificateUrl: 'not-needed',
      harm: 'hurt',
    })
  })

  it.each(['outbox:entry', 'drafts:save'] as const)(
    'says so where no copy can be made: %s',
    async (channel) => {
      main.answer({ [channel]: () => err({ type: 'disk-full' }) })
      await press('Same owner, another vehicle', show())
      expect(useCommandLayer().failure).toEqual({ type: 'disk-full' })
      expect(router.currentRoute.value.path).toBe('/')
    },
  )
})
