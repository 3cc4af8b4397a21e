import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { Router } from 'vue-router'
import { aDraft, aStanding } from '#testing/claim/made-up.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { press } from '#testing/page/buttons.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEntry, aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import HomeScreen from './HomeScreen.vue'

const at = '2026-03-04T09:00:00.000Z'
const rejected: EntryState = aState('rejected', { serverMessage: 'No such policy.' })
const receivedAt = (when: string): EntryState => aState('delivered', { at: when })
const received = receivedAt(new Date().toISOString())
const idOf = (seq: number): string => `01939c5f-0000-7000-8000-${String(seq).padStart(12, '0')}`
const waiting = (since: string): Partial<EntrySummary> => ({
  state: { name: 'queued', since, reason: { type: 'new' }, notSentInARow: 0, resends: 0 },
})

const allSet = {
  ...defaultSettings,
  notNeededLink: 'https://files.example/not-needed',
  notAvailableLink: 'https://files.example/not-yet',
}

let main: FakeMain
let router: Router

/** Today with these entries, each with its place as its policy number. */
async function today(
  entries: readonly Partial<EntrySummary>[],
  status: Partial<AppStatus> = {},
): Promise<VueWrapper> {
  main.answer({
    'app:status': () => ok(aStatus({ environment: 'live', settings: allSet, ...status })),
    'outbox:list': () =>
      ok(
        entries.map((change, seq) =>
          anEntry({ id: idOf(seq), seq, policyNumber: `MADE/UP/${seq}`, ...change }),
        ),
      ),
  })
  await Promise.all([useAppStatus().start(), useOutbox().read(), useDrafts().read()])
  useOutbox().listen()
  const screen = mount(HomeScreen, { global: { plugins: [router] }, attachTo: document.body })
  // The list comes when there is something in it.
  await vi.dynamicImportSettled()
  await flushPromises()
  return screen
}
const names = (screen: VueWrapper, list: string): string[] =>
  screen.findAll(`ul[aria-label="${list}"] > li`).map((line) => line.get('a').text())

beforeEach(() => {
  main = new FakeMain({ 'outbox:to-draft': () => ok(aDraft()) })
  router = aRouter()
})

describe('today', () => {
  it('says so where the drafts cannot be read, and does not wait for them', async () => {
    main.fail('drafts:list', { type: 'storage-unavailable' })
    const screen = await today([])
    expect(screen.findAll('[role=alert]')).toHaveLength(1)
    expect(screen.text()).not.toContain('Loading')
  })

  it('counts as on its way what is neither received nor waits for somebody', async () => {
    const wrong = { at, by: null, replacedBy: '', isDone: false }
    const screen = await today([
      waiting(at),
      { state: rejected },
      { state: received },
      { state: received, standing: aStanding({ wrong }) },
      { state: receivedAt('2020-03-04T09:00:00.000Z') },
    ])
    expect(screen.get('[role=status]').text()).toBe('2 need you. 2 received today. 1 on its way.')
  })

  it('has what is on its way and the drafts in groups of their own, a few of each', async () => {
    const drafts = Array.from({ length: 7 }, (_none, seq) => aDraft({ id: idOf(100 + seq) }))
    main.answer({ 'drafts:list': () => ok({ drafts, recoveredIds: [], unreadable: [] }) })
    const screen = await today([waiting(at), { state: received }])
    expect(screen.text()).not.toContain('Nothing needs you.')
    expect(names(screen, 'On its way')).toEqual(['MADE/UP/0'])
    expect(names(screen, 'Drafts')).toHaveLength(5)
    expect(screen.get('a[href="/claims?show=drafts"]').text()).toBe('2 more')
  })

  it('says nothing of it before both claims and drafts are read', async () => {
    const screen = await today([])
    useDrafts().isRead = false
    await flushPromises()
    expect(screen.text()).not.toMatch(/Nothing/)
  })

  it('says what follows from a decision, though nothing needs anyone after it', async () => {
    const claim = madeUpListed()
    const doubtful: EntryState = aState('unconfirmed')
    const candidates = [{ key: 'id/1', claimId: 1, seenAt: at, claim }]
    main.answer({
      'outbox:candidates': () =>
        ok({
          product: 'keke',
          submitted: { ...claim, occurrenceDate: '2024-01-01', repairEstimate: 45_000 },
          reference: null,
          firstAttemptAt: at,
          candidates,
        }),
      'outbox:this-is-it': ({ id }) => ok(anEntry({ id, state: received })),
    })
    const screen = await today([{ state: doubtful, candidates: 1 }])
    await press('Is this it?')
    await vi.dynamicImportSettled()
    await press('This is it')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('The claim counts as received')
    expect(screen.text()).toContain('Nothing needs you.')
  })

  it('leads with the customer, and has the policy beside', async () => {
    const customer = { name: 'Ngozi Made-up', phone: '' }
    const news = { state: received, holder: 'Omotayo Invented', standing: aStanding({ isNews: true }) }
    const screen = await today([{ state: rejected, customer }, { state: rejected }, news])
    const lines = screen.findAll('li p:has(a)').map((line) => line.text().replaceAll(/\s+/g, ' '))
    expect(lines).toEqual([
      expect.stringMatching(/^MADE\/UP\/1(?! MADE)/),
      expect.stringMatching(/^Ngozi Made-up ?MADE\/UP\/0/),
      expect.stringMatching(/^Omotayo Invented ?MADE\/UP\/2/),
    ])
  })

  it('says what became of a claim, and what was said before', async () => {
    const says = { status: '1', estimate: 45_000, isDeleted: false }
    const changed = { says, isNews: true, changedAt: at, followed: { was: '3', since: at } }
    const settings = { ...allSet, statusNames: { '1': 'In review', '3': 'Paid' }, finalStatuses: ['3'] }
    const screen = await today(
      [
        { state: received, standing: aStanding(changed) },
        { state: received, standing: aStanding({ ...changed, isReopened: true }) },
      ],
      { settings },
    )
    expect(screen.get('ul[aria-label="New from the insurer"]').text()).toContain('In review (was Paid)')
    expect(names(screen, 'Needs you'), 'it was decided, and is open again').toEqual(['MADE/UP/1'])
    const needs = screen.get('ul[aria-label="Needs you"]')
    expect(needs.text()).toContain('In review (was Paid) Open again. Tell the customer.')
    main.answer({ 'claims:one': () => ok(null) })
    await needs.get('[aria-label="Seen: MADE/UP/1"]').trigger('click')
    expect(main.askedOf('claims:one')).toEqual([{ key: idOf(1), isOpened: true }])
    // Pressed by mistake, it is undone.
    await flushPromises()
    expect(undoOffer.value?.text).toBe('Seen: MADE/UP/1')
    main.answer({ 'claims:unseen': () => err({ type: 'not-possible-now' }) })
    await undoOffer.value?.undo()
    expect(main.askedOf('claims:unseen')).toEqual([{ id: idOf(1) }])
  })

  it('goes from row to row with the arrows; E is done with news, S opens the slip, C says the phone', async () => {
    const news = { state: received, standing: aStanding({ isNews: true, changedAt: at }) }
    const customer = { name: 'Ngozi Made-up', phone: '08031234567' }
    const detail = madeUpDetail('MADE/UP/1')
    main.answer({
      'claims:one': () => ok(null),
      'details:find': ({ product, policyNumber }) =>
        ok({ id: 'kept', product, policyNumber, detail, fetchedAt: at, keptAt: at }),
    })
    const older = {
      ...news,
      holder: 'Omotayo Invented',
      standing: aStanding({ isNews: true, changedAt: '2026-03-03T09:00:00.000Z' }),
    }
    const screen = await today([{ ...news, customer }, older, { state: rejected }])
    const press = async (key: string): Promise<void> => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      await flushPromises()
    }
    const focused = (): string | undefined => document.activeElement?.textContent.trim()
    screen.get<HTMLElement>('ul[aria-label="Needs you"] a').element.focus()
    await press('ArrowDown')
    await press('e')
    expect(main.askedOf('claims:one')).toEqual([{ key: idOf(0), isOpened: true }])
    expect(focused()).toBe('Ngozi Made-up')
    expect(screen.text()).not.toContain('0803')
    await press('c')
    expect(screen.text()).toContain('0803 123 4567')
    await press('C')
    expect(screen.text()).not.toContain('0803')
    await press('ArrowDown')
    expect(focused()).toBe('Omotayo Invented')
    await press('c')
    expect(screen.text()).toContain('0800 000 1234')
    await press('s')
    await vi.dynamicImportSettled()
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('slip')
  })

  it('shows twenty, and the way to the others', async () => {
    const screen = await today(Array.from({ length: 23 }, () => ({ state: rejected })))
    expect(names(screen, 'Needs you')).toHaveLength(20)
    expect(screen.get('a[href="/claims?show=needs-you"]').text()).toBe('3 more')
  })
})

describe('what has to be set', () => {
  it.each([
    ['a manager', signedIn('manager'), true],
    ['an officer', signedIn('officer'), false],
    ['everybody where there are no officers', aStatus().officers, true],
  ] as const)('is told to %s: the store of the files, and the links', async (_who, who, isTold) => {
    const settings = { ...allSet, notAvailableLink: '' }
    const screen = await today([], { hasFileStore: false, settings, officers: who })
    const told = ['Files have no store yet', 'Links for missing evidence are not set']
    expect(screen.findAll('a').map((link) => link.text())).toEqual(isTold ? told : [])
    // It is for head office, and no claim waits for it.
    expect(screen.text()).toContain('Nothing needs you.')
  })

  it('is told where claims have a status that nobody named, and not which has too long a value for a name', async () => {
    const claims = ['7', '2', '1', 'x'.repeat(51), ''].map((status) => ({
      state: received,
      standing: aStanding({ says: { status, estimate: null, isDeleted: false } }),
    }))
    const screen = await today(claims, { settings: { ...allSet, statusNames: { '1': 'Paid' } } })
    const [day, link] = screen.findAll('a')
    expect(day?.attributes('href')).toBe('/day-report')
    expect(link?.text()).toBe('Name the insurer’s statuses: “2”, “7”')
    expect(link?.attributes('href')).toBe('/settings/claims#statusNames')
  })

  it('is not told where the organisation set it, nor in practice', async () => {
    const lacking = { hasFileStore: true, settings: defaultSettings } as const
    const managed = { ...unmanaged, fields: ['notNeededLink', 'notAvailableLink'] } as const
    expect((await today([], { ...lacking, managed })).findAll('a')).toHaveLength(0)
    const screen = await today([], { ...lacking, hasFileStore: false, environment: 'practice' })
    expect(screen.findAll('a')).toHaveLength(0)
  })

  it('is told to everybody where the key is forgotten when they quit', async () => {
    expect((await today([])).text()).not.toContain('The key is forgotten')
    const screen = await today([], { key: { type: 'session-only' }, officers: signedIn('officer') })
    expect(screen.text()).toContain('The key is forgotten when you quit')
  })
})
