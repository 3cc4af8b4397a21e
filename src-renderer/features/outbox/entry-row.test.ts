import { mount, RouterLinkStub, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { useCommandLayer } from '#renderer/features/commands/command-layer.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
import EntryRow from './EntryRow.vue'
import { outcomeText, stateName } from './entry-words.ts'
import { menuOf } from './useRowMenu.ts'

const at = '2026-03-04T09:00:00.000Z'
const states = {
  queued: anEntry().state,
  sending: { name: 'sending', since: at, notSentInARow: 0, resends: 0 },
  unconfirmed: { name: 'unconfirmed', since: at, cause: 'reset', absentReadings: 1, resends: 0 },
  'needs-review': { name: 'needs-review', since: at, why: 'absent-again', resends: 2 },
  delivered: { name: 'delivered', at, proof: 'list', claimId: 12, serverMessage: '' },
  rejected: {
    name: 'rejected',
    at,
    serverMessage: '<b>No such policy</b>',
    fieldErrors: {},
    forbidden: false,
  },
  withdrawn: { name: 'withdrawn', at, to: 'draft' },
} satisfies Record<EntryState['name'], EntryState>
const request = {
  kind: 'pharmacy-request',
  product: null,
  amount: null,
  pharmacyName: 'Made-up Pharmacy',
} as const

const row = (entry: EntrySummary, isOpen = false): VueWrapper =>
  mount(EntryRow, {
    props: { entry, now: new Date(at), busy: false, failure: null, isOpen },
    global: { stubs: { RouterLink: RouterLinkStub } },
  })
const slip = 'Customer’s slip'
const status = 'Delivery status'
/** What the row offers, and what its menu does. */
const offers = (entry: EntrySummary): readonly string[] => [
  ...row(entry)
    .findAll('[role=group] button')
    .map((button) => button.text()),
  ...menuOf(entry).map(({ text }) => text),
]

beforeEach(() => setActivePinia(createPinia()))

describe('an entry of the outbox', () => {
  it.each([
    ['queued', ['Send now', 'More', 'Move to drafts', slip, status, 'Discard']],
    ['sending', [slip, 'More', status]],
    ['unconfirmed', ['Check now', 'More', 'It arrived', 'Send again', slip, status, 'Discard']],
    ['needs-review', ['Decide', 'It arrived', 'Send again', slip, status, 'Discard']],
    ['delivered', [slip, 'More', status]],
    ['rejected', ['Correct', 'More', status, 'Discard']],
    ['withdrawn', ['More', status]],
  ] as const)('offers one action for a claim that is %s, and the others in its menu', (name, names) => {
    expect(offers(anEntry({ state: states[name] }))).toEqual(names)
  })

  it.each(['unconfirmed', 'needs-review'] as const)(
    'that is %s and perhaps found says so in its only badge, and asks to compare first',
    (name) => {
      const shown = row(anEntry({ state: states[name], candidates: 2 }))
      expect(shown.text()).toContain('Possibly found')
      expect(shown.text()).toContain('The insurer has 2 claims that may be this one.')
      expect(shown.get('[role=group] button').text()).toBe('Is this it?')
      expect(shown.text()).not.toContain(stateName(name))
    },
  )

  it('that the insurer’s system refuses alone can be sent again, or taken back', () => {
    const refused = anEntry({ state: { ...states.rejected, serverMessage: '', forbidden: true } })
    expect(offers(refused)).toEqual(['Decide', 'Send again', 'Move to drafts', slip, status, 'Discard'])
    const text = row(refused).text()
    expect(text).toContain('system blocks this one')
    expect(text).not.toContain('Not accepted')
  })

  it.each([
    ['reference-lost', 'loses references'],
    ['list-unreadable', 'list cannot be read'],
  ] as const)('says why nothing can be proved: %s', (why, text) => {
    expect(row(anEntry({ state: { ...states['needs-review'], why }, attempts: 1 })).text()).toContain(text)
  })

  it('offers no draft and no list check for a pharmacy request', () => {
    const waiting = anEntry({ ...request, state: states.queued })
    expect(offers(waiting)).toEqual(['Send now', 'More', status, 'Discard'])
    const inDoubt = anEntry({ ...request, state: states.unconfirmed })
    expect(offers(inDoubt)).toEqual(['Decide', 'It arrived', 'Send again', status, 'Discard'])
  })

  it('warns of a claim that is listed twice, with the ids to give to the insurer', () => {
    const shown = row(anEntry({ state: states.delivered, duplicateClaimIds: [12, 15] }))
    expect(shown.text()).toContain('The insurer’s list shows this claim more than once')
    expect(shown.text()).toContain('12, 15')
    expect(shown.text()).toContain('I have called the insurer')
  })

  it('shows the server’s words as text, never as markup', () => {
    const shown = row(anEntry({ state: states.rejected }))
    expect(shown.text()).toContain('<b>No such policy</b>')
    expect(shown.find('b').exists()).toBe(false)
  })

  it('shows the field reasons, and leaves the server’s general message to the details', () => {
    const fieldErrors = { sector: ['Closed.'], policyNumber: ['Unknown.'] }
    const text = row(anEntry({ state: { ...states.rejected, fieldErrors } })).text()
    expect(text).toContain('Policy number: “Unknown.” And 1 more reason.')
    expect(text).not.toContain('No such policy')
  })

  it('offers to correct a pharmacy request that was not accepted', () => {
    expect(offers(anEntry({ ...request, state: states.rejected }))).toEqual([
      'Correct',
      'More',
      status,
      'Discard',
    ])
  })

  it('shows why it waits and when it is tried next; how often it was tried is in its details', () => {
    const state: EntryState = {
      name: 'queued',
      since: at,
      reason: { type: 'not-sent', cause: 'dns' },
      notSentInARow: 3,
      resends: 0,
    }
    const entry = anEntry({ state, attempts: 3, nextTryAt: '2026-03-04T09:05:00.000Z' })
    expect(row(entry).text()).toContain('the insurer’s address was not found')
    expect(row(entry).text()).toContain('Next try:')
    expect(row(entry).text()).not.toContain('tried 3 times')
    new FakeMain()
    expect(row(entry, true).text()).toContain('tried 3 times')
  })

  it.each(Object.values(states))('has its status and the meaning of that in its details: %#', (state) => {
    new FakeMain()
    expect(row(anEntry({ state })).findAllComponents(RouterLinkStub)).toEqual([])
    const links = row(anEntry({ state }), true).findAllComponents(RouterLinkStub)
    expect(links.map((link) => link.text())).toEqual([status, 'What does this mean?'])
    expect(links.map((link) => link.props('to'))).toEqual([
      { name: 'how-sure', params: { id: anEntry().id } },
      { name: 'help', params: { topic: `state-${state.name}` } },
    ])
  })

  it('offers its slip to the slip command while its details are shown', async () => {
    new FakeMain()
    const layer = useCommandLayer()
    const shown = row(anEntry())
    await shown.get('h2 button').trigger('click')
    expect(shown.emitted('toggle')).toHaveLength(1)
    expect(layer.slips).toHaveLength(0)
    const open = row(anEntry(), true)
    layer.slips.at(-1)?.()
    expect(open.emitted('slip')).toHaveLength(1)
    open.unmount()
    expect(layer.slips).toHaveLength(0)
  })

  it('emits the chosen action', async () => {
    const shown = row(anEntry())
    await shown.get('[role=group] button').trigger('click')
    expect(shown.emitted('act')).toEqual([['send-now']])
  })

  it('puts an attempt’s outcome into words, even an unknown one', () => {
    expect(outcomeText('uncertain/timeout')).toBe('Sent, but no answer came in time')
    expect(outcomeText('delivered')).toBe('Received by the insurer')
    expect(outcomeText(null)).toBe('sending')
    expect(outcomeText('something-new')).toContain('something-new')
  })
})
