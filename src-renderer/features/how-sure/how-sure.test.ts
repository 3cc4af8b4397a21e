import { flushPromises, mount, RouterLinkStub, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { createMemoryHistory, createRouter } from 'vue-router'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EntryDetail, EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { ok } from '#shared/result.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
import HowSureScreen from './HowSureScreen.vue'
import { sureAnswer, type Answer } from './sure-answer.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T09:20:00.000Z'
const attempt: Extract<HistoryLine, { type: 'attempt' }> = {
  type: 'attempt',
  number: 1,
  openedAt: at,
  closedAt: at,
  outcome: 'uncertain/timeout',
  serverMessage: '',
}
const request = { kind: 'pharmacy-request', product: null, pharmacyName: 'Made-up Pharmacy' } as const

function answer(
  state: EntryState,
  entry: Partial<EntrySummary> = {},
  facts: Partial<Parameters<typeof sureAnswer>[0]> = {},
): Answer {
  return sureAnswer({
    entry: anEntry({ ...entry, state }),
    lines: [{ type: 'accepted', at }, attempt],
    holds: [],
    now: new Date(at),
    isCutOff: false,
    ...facts,
  })
}

const delivered = { name: 'delivered', at, proof: 'answer', claimId: 123, serverMessage: '' } as const
const queued = { name: 'queued', since: at, reason: { type: 'new' }, notSentInARow: 0, resends: 0 } as const
const unconfirmed = {
  name: 'unconfirmed',
  since: at,
  cause: 'timeout',
  absentReadings: 0,
  resends: 0,
} as const

describe('the answer to "Delivery status"', () => {
  it.each<[string, EntryState, Partial<EntrySummary>, string, string]>([
    ['answered and listed', delivered, {}, 'Received by the insurer', 'with the number 123'],
    ['answered', { ...delivered, claimId: null }, {}, 'Received by the insurer', 'number is not known yet'],
    [
      'a request',
      { ...delivered, claimId: null },
      request,
      'Received by the insurer',
      'The insurer confirmed it.',
    ],
    [
      'found',
      { ...delivered, proof: 'list' },
      {},
      'Received by the insurer',
      'In the insurer’s list as number 123',
    ],
    [
      'said by an officer',
      { ...delivered, proof: 'officer', claimId: null },
      {},
      'by an officer',
      'no proof',
    ],
    ['listed twice', delivered, { duplicateClaimIds: [130] }, 'more than once', '130'],
    [
      'turned down',
      { name: 'rejected', at, serverMessage: 'No such policy.', fieldErrors: {}, forbidden: false },
      {},
      'Not accepted',
      'No such policy.',
    ],
    ['new', queued, {}, 'not sent yet', 'The insurer cannot have it yet'],
    [
      'never left',
      { ...queued, reason: { type: 'not-sent', cause: 'dns' } },
      {},
      'not sent yet',
      'address was not found',
    ],
    [
      'proved absent',
      { ...queued, reason: { type: 'proved-absent' } },
      {},
      'did not arrive',
      'Two checks at the insurer',
    ],
    ['sending', { name: 'sending', since: at, notSentInARow: 0, resends: 0 }, {}, 'Sending', 'No answer yet'],
    ['in doubt', unconfirmed, {}, 'Confirming delivery', 'Not checked yet.'],
    ['in doubt, a request', unconfirmed, request, 'Needs your decision', 'Requests cannot be checked'],
    [
      'left to an officer',
      { name: 'needs-review', since: at, why: 'absent-again', resends: 2 },
      { attempts: 3 },
      'Needs your decision',
      '3 times',
    ],
    [
      'unprovable where references are lost',
      { name: 'needs-review', since: at, why: 'reference-lost', resends: 0 },
      { attempts: 1 },
      'Needs your decision',
      'loses references',
    ],
    [
      'unprovable where the list cannot be read',
      { name: 'needs-review', since: at, why: 'list-unreadable', resends: 0 },
      { attempts: 1 },
      'Needs your decision',
      'cannot be read',
    ],
    [
      'perhaps found',
      unconfirmed,
      { candidates: 1 },
      'Needs your decision',
      'The insurer has a claim that may be this one',
    ],
    [
      'perhaps found after all looks',
      { name: 'needs-review', since: at, why: 'absent-again', resends: 2 },
      { attempts: 3, candidates: 2 },
      'Needs your decision',
      '2 claims that may be this one',
    ],
    [
      'shown for its policy',
      { ...delivered, proof: 'details', claimId: null },
      {},
      'Received by the insurer',
      'with our reference',
    ],
    [
      'shown, then listed',
      { ...delivered, proof: 'details' },
      {},
      'Received by the insurer',
      'as number 123',
    ],
    [
      'refused alone',
      { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: true },
      {},
      'blocks this claim',
      'The key works',
    ],
    ['forbidden', { ...queued, reason: { type: 'forbidden' } }, {}, 'not taken yet', 'is being checked'],
    ['taken back', { name: 'withdrawn', at, to: 'draft' }, {}, 'Moved to drafts', 'no longer sent'],
    ['a copy', { ...unconfirmed, cause: 'copied-here' }, {}, 'Confirming delivery', 'From a backup'],
    [
      'a copy of a request',
      { ...unconfirmed, cause: 'copied-here' },
      request,
      'Needs your decision',
      'From a backup',
    ],
    [
      'a copy left to an officer',
      { name: 'needs-review', since: at, why: 'absent-again', resends: 2 },
      { attempts: 0 },
      'Needs your decision',
      'From a backup',
    ],
    [
      'discarded in doubt',
      { name: 'withdrawn', at, to: 'discarded', was: queued },
      {},
      'not known',
      'may have arrived',
    ],
  ])('for an entry that is %s says so, and why', (_what, state, entry, verdict, says) => {
    const actual = answer(state, entry)
    expect(actual.verdict).toContain(verdict)
    expect(actual.says).toContain(says)
    expect(actual.next).not.toBe('')
    expect(Object.values(actual).join(' ')).not.toMatch(/\{\w+\}|undefined|null/)
  })

  it('says when it is looked for again, or what that waits for', () => {
    expect(answer(unconfirmed, { nextTryAt: later }).next).toMatch(/Next check at the insurer: .*\d\d:\d\d/)
    const offline = answer(unconfirmed, { nextTryAt: later }, { holds: [{ type: 'offline' }] })
    expect(offline.next).toContain('as soon as the insurer can be asked')
    const after = answer(unconfirmed, { nextTryAt: at }, { now: new Date(later) })
    expect(after.next).toContain('Checking at the insurer now')
    expect(after.next).not.toMatch(/\d\d:\d\d/)
    expect(answer(queued, {}, { holds: [{ type: 'no-key' }] }).next).toContain('No key is set.')
  })
})

describe('what is said of the looks so far', () => {
  const line = { firstAt: at, lastAt: at, times: 12 }
  it.each<[HistoryLine[], number, string]>([
    [[], 0, 'Not checked yet'],
    [[], 2, 'Checked 2 times'],
    [[{ type: 'looked', showed: 'another', ...line }], 0, 'nothing proved yet'],
    [[{ type: 'uncounted', reason: 'shorter', ...line }], 0, 'nothing proved yet'],
    [[{ type: 'unread', by: 'list', reason: 'timeout', ...line }], 0, 'could not be asked yet'],
  ])('agrees with the history: %#', (looks, absentReadings, text) => {
    const lines: HistoryLine[] = [{ type: 'accepted', at }, attempt, ...looks]
    expect(answer({ ...unconfirmed, absentReadings }, {}, { lines }).says).toContain(text)
  })
})

describe('the page', () => {
  let main: FakeMain
  let lines: readonly HistoryLine[]
  let entry: EntrySummary

  beforeEach(() => {
    setActivePinia(createPinia())
    lines = [{ type: 'accepted', at }, attempt]
    entry = anEntry({ state: unconfirmed, attempts: 1 })
    const body = { kind: 'pharmacy-request', pharmacyId: 1, pharmacyName: 'P', policyNumber: 'P' } as const
    main = new FakeMain({
      'outbox:entry': () => ok<EntryDetail>({ ...entry, body, uploads: [], history: [] }),
      'outbox:history': () => ok(lines),
      'outbox:look-now': () => ok(entry),
    })
  })

  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: {} }],
  })

  async function open(): Promise<VueWrapper> {
    const page = mount(HowSureScreen, {
      props: { id: entry.id },
      global: { plugins: [router], stubs: { RouterLink: RouterLinkStub } },
    })
    await flushPromises()
    return page
  }

  it('shows the answer on top and the history below', async () => {
    const page = await open()
    expect(page.get('h1').text()).toBe('Delivery status')
    expect(page.get('h2').text()).toBe('Confirming delivery')
    expect(page.findAll('ol > li')).toHaveLength(2)
    expect(page.find('[role=status]').text()).toContain('Confirming delivery')
  })

  it('updates with the entry', async () => {
    const page = await open()
    const stop = useOutbox().listen()
    entry = anEntry({ state: delivered })
    lines = [...lines, { type: 'found', at: later, claimId: 123 }]
    main.announce('outbox:changed', { changed: [entry], removed: [] })
    await flushPromises()
    expect(page.get('h2').text()).toContain('Received by the insurer')
    expect(page.findAll('ol > li')).toHaveLength(3)
    stop()
  })

  it('offers the actions of the entry, and reloads the history afterwards', async () => {
    const page = await open()
    const look = page.findAll('button').find((button) => button.text() === 'Check now')
    lines = [
      ...lines,
      {
        type: 'absent',
        by: 'list',
        proof: null,
        isCorrected: false,
        firstAt: later,
        lastAt: later,
        times: 1,
      },
    ]
    await look?.trigger('click')
    await flushPromises()
    expect(page.text()).toContain('Not in the insurer’s list')
  })

  it('says so if the entry does not exist', async () => {
    new FakeMain({
      'outbox:entry': () => ({ ok: false, error: { type: 'unknown-entry' } }),
      'outbox:history': () => ({ ok: false, error: { type: 'unknown-entry' } }),
    })
    expect((await open()).text()).toContain('This item is not on this computer')
  })
})
