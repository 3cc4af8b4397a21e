import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { useCommandLayer } from '#renderer/features/commands/command-layer.ts'
import { router } from '#renderer/app/router.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
import EntryRow from './EntryRow.vue'
import { outcomeText } from './entry-words.ts'
import { followLink } from './list-links.ts'

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

const row = (entry: EntrySummary): VueWrapper =>
  mount(EntryRow, {
    props: { entry, now: new Date(at), busy: false, failure: null },
    global: { plugins: [createPinia()] },
  })
const slip = 'Customer’s slip'
const buttons = (entry: EntrySummary): string[] =>
  row(entry)
    .findAll('button')
    .map((button) => button.text())
    .filter((name) => name !== 'Details')

describe('an entry of the outbox', () => {
  it.each([
    ['queued', ['Send now', 'Move to drafts', 'Discard', slip]],
    ['sending', [slip]],
    ['unconfirmed', ['Check now', 'It arrived', 'Send again', 'Discard', slip]],
    ['needs-review', ['It arrived', 'Send again', 'Discard', slip]],
    ['delivered', [slip]],
    ['rejected', ['Correct', 'Discard']],
    ['withdrawn', []],
  ] as const)('offers for a claim that is %s what is possible then', (name, names) => {
    expect(buttons(anEntry({ state: states[name] }))).toEqual(names)
  })

  it.each(['unconfirmed', 'needs-review'] as const)(
    'that is %s and perhaps found says so, asks to compare first and explains that',
    (name) => {
      const shown = row(anEntry({ state: states[name], candidates: 2 }))
      expect(shown.text()).toContain('Possibly found')
      expect(shown.text()).toContain('The insurer has 2 claims that may be this one.')
      expect(shown.findAll('button')[0]?.text()).toBe('Is this it?')
      const links = shown.findAll('a').map((link) => link.attributes('href'))
      expect(links.at(-1)).toContain('candidate')
    },
  )

  it('that the insurer’s system refuses alone can be sent again, or taken back', () => {
    const refused = anEntry({ state: { ...states.rejected, serverMessage: '', forbidden: true } })
    expect(buttons(refused)).toEqual(['Send again', 'Move to drafts', 'Discard', slip])
    const text = row(refused).text()
    expect(text).toContain('although the key works')
    expect(text).not.toContain('Not accepted')
  })

  it.each([
    ['reference-lost', 'loses references'],
    ['list-unreadable', 'list cannot be read'],
  ] as const)('says why nothing can be proved: %s', (why, text) => {
    expect(row(anEntry({ state: { ...states['needs-review'], why }, attempts: 1 })).text()).toContain(text)
  })

  it('offers no draft and no list check for a pharmacy request', () => {
    expect(buttons(anEntry({ ...request, state: states.queued }))).toEqual(['Send now', 'Discard'])
    expect(buttons(anEntry({ ...request, state: states.unconfirmed }))).toEqual([
      'It arrived',
      'Send again',
      'Discard',
    ])
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

  it('offers no correction for a rejected pharmacy request', () => {
    expect(buttons(anEntry({ ...request, state: states.rejected }))).toEqual(['Discard'])
  })

  it('shows why it waits, how often it was tried and when it is retried', () => {
    const state: EntryState = {
      name: 'queued',
      since: at,
      reason: { type: 'not-sent', cause: 'dns' },
      notSentInARow: 3,
      resends: 0,
    }
    const text = row(anEntry({ state, attempts: 3, nextTryAt: '2026-03-04T09:05:00.000Z' })).text()
    expect(text).toContain('the insurer’s address was not found')
    expect(text).toContain('tried 3 times')
    expect(text).toContain('Next try:')
    expect(text).toContain('₦45,000')
  })

  it.each(Object.values(states))('links to its certainty and to the meaning of its state: %#', (state) => {
    const links = row(anEntry({ state })).findAll('a')
    const places = links.map((link) => router.resolve(link.attributes('href')?.slice(1) ?? ''))
    expect(links.map((link) => link.text())).toEqual(['Delivery status', 'What does this mean?'])
    expect(places).toMatchObject([
      { name: 'how-sure', params: { id: anEntry().id } },
      { name: 'help', params: { topic: `state-${state.name}` } },
    ])
  })

  it('lets the list follow its links, unless a modifier key is held', () => {
    const push = vi.spyOn(router, 'push').mockResolvedValue(undefined)
    const shown = row(anEntry())
    const element: unknown = shown.element
    if (!(element instanceof HTMLElement)) throw new Error('no row')
    element.addEventListener('click', (event) => followLink(event, router))
    const click = (on: Element, how: MouseEventInit = {}): boolean =>
      on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }))
    const link = shown.get('a').element
    expect(click(link)).toBe(false)
    expect(push.mock.calls).toEqual([[`/outbox/${anEntry().id}/sure`]])
    click(link, { ctrlKey: true })
    click(shown.get('h2').element)
    expect(push).toHaveBeenCalledTimes(1)
    push.mockRestore()
  })

  it('offers its slip to the slip command while its details are shown', async () => {
    new FakeMain()
    setActivePinia(createPinia())
    const layer = useCommandLayer()
    const shown = mount(EntryRow, {
      props: { entry: anEntry(), now: new Date(at), busy: false, failure: null },
    })
    expect(layer.slips).toHaveLength(0)
    const details = shown.findAll('button').at(-1)
    await details?.trigger('click')
    layer.slips.at(-1)?.()
    expect(shown.emitted('slip')).toHaveLength(1)
    await details?.trigger('click')
    expect(layer.slips).toHaveLength(0)
  })

  it('emits the chosen action', async () => {
    const shown = row(anEntry())
    await shown.get('button').trigger('click')
    expect(shown.emitted('act')).toEqual([['send-now']])
  })

  it('puts an attempt’s outcome into words, even an unknown one', () => {
    expect(outcomeText('uncertain/timeout')).toBe('Sent, but no answer came in time')
    expect(outcomeText('delivered')).toBe('Received by the insurer')
    expect(outcomeText(null)).toBe('sending')
    expect(outcomeText('something-new')).toContain('something-new')
  })
})
