import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Router } from 'vue-router'
import { aDraft, aStanding } from '#testing/claim/made-up.ts'
import { otherStatuses } from '#shared/domain/claim-list.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { madeUpClaims } from '#testing/claims/made-up-claims.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useClaimsView } from '#renderer/stores/claims-view.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEngine, anEntry, aStatus, FakeMain, signedIn } from '#testing/page/fake-main.ts'
import ClaimsScreen from './ClaimsScreen.vue'

const since = '2026-03-04T09:00:00.000Z'
const doubtful: EntryState = { name: 'unconfirmed', since, cause: 'reset', absentReadings: 0, resends: 0 }
const review: EntryState = { name: 'needs-review', since, why: 'list-unreadable', resends: 0 }
const waits = anEntry({ id: '01939c5f-0000-7000-8000-00000000000a', policyNumber: 'MADE/UP/A' })
const unsure = anEntry({
  id: '01939c5f-0000-7000-8000-00000000000b',
  policyNumber: 'MADE/UP/B',
  state: doubtful,
})
const undecided = anEntry({
  id: '01939c5f-0000-7000-8000-00000000000c',
  policyNumber: 'MADE/UP/C',
  state: review,
})
const draft = aDraft({ fields: { ...aDraft().fields, policyNumber: 'MADE/UP/D' } })

let main: FakeMain
let router: Router
let screen: VueWrapper
let isWide: boolean
let looks: (() => void)[]
const resized = (): void => looks.forEach((look) => look())

beforeEach(async () => {
  isWide = false
  looks = []
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return isWide && query !== 'print'
    },
    addEventListener: (_type: string, look: () => void) => looks.push(look),
    removeEventListener: () => undefined,
  }))
  main = new FakeMain({
    'app:status': () => ok(aStatus()),
    'outbox:list': () => ok([waits, unsure, undecided]),
    'outbox:look-now': () => ok(unsure),
    'engine:pause': () => ok(anEngine({ holds: [{ type: 'paused' }] })),
  })
  main.entries = [waits, unsure, undecided]
  main.drafts.set(draft.id, draft)
  await Promise.all([useAppStatus().start(), useOutbox().read(), useDrafts().read(), useClaims().read()])
  router = aRouter()
})
afterEach(() => void vi.unstubAllGlobals())

async function open(path = '/claims'): Promise<void> {
  await router.push(path)
  screen = mount(ClaimsScreen, { global: { plugins: [router] }, attachTo: document.body })
  await flushPromises()
}
const rows = (): DOMWrapper<Element>[] => screen.findAll('[role=row][data-index]')
const rowOf = (policy: string): DOMWrapper<Element> => {
  const found = rows().find((row) => row.text().includes(policy))
  if (found === undefined) throw new Error(`no row ${policy}`)
  return found
}
const tabs = (): DOMWrapper<Element>[] => screen.findAll('[role=group][aria-label="Groups"] button')
const path = (): string => router.currentRoute.value.path

it('the groups of the claims have their counts, and stay in their places where they are empty', async () => {
  await open()
  expect(tabs().map((tab) => tab.text().replaceAll(/\s+/g, ' '))).toEqual([
    'Needs you 1, 1 claim',
    'On its way 2, 2 claims',
    'Drafts 1, 1 claim',
    'Received 0, No claim',
    'Everything 4, 4 claims',
  ])
  expect(tabs().map((tab) => tab.classes('text-muted'))).toEqual([false, false, false, true, false])
})

describe('a search', () => {
  const search = (): HTMLInputElement => screen.get<HTMLInputElement>('input[type=search]').element
  const emptied = (): string => screen.get('.border-dashed').text()

  it('that finds nothing offers to ask the insurer about the policy number', async () => {
    await open()
    await screen.get('input[type=search]').setValue('kkp/2024/zz/000001')
    await vi.waitFor(() => expect(emptied()).toContain('No matching claims'))
    await screen.findAll('.border-dashed button').at(-1)?.trigger('click')
    const field = (): HTMLInputElement | null => document.querySelector('#look-up input[type=text]')
    await expect.poll(() => field()?.value).toBe('KKP/2024/ZZ/000001')
  })

  it('is not kept for another officer or environment, but through a lock', async () => {
    const app = useAppStatus()
    const signIn = (name: string): void => app.takeOfficers(signedIn('officer', name))
    signIn('ada')
    await open()
    await screen.get('input[type=search]').setValue('adaeze')
    await vi.waitFor(() => expect(emptied()).toContain('No matching claims'))
    app.takeOfficers({ type: 'locked', officers: [], last: 'ada' })
    signIn('ada')
    await flushPromises()
    expect(search().value).toBe('adaeze')
    signIn('bola')
    await flushPromises()
    expect([search().value, rows().length]).toEqual(['', 4])
  })
})

it('a link to a group shows it again once another was selected, and is no part of the way back', async () => {
  await open('/claims?show=needs-you')
  const pressed = (): string =>
    tabs()
      .find((tab) => tab.attributes('aria-pressed') === 'true')
      ?.text() ?? ''
  expect(pressed()).toContain('Needs you')
  await tabs()[2]?.trigger('click')
  expect(pressed()).toContain('Drafts')
  await router.push('/claims?show=needs-you')
  await flushPromises()
  expect(pressed()).toContain('Needs you')
  expect(router.currentRoute.value.fullPath).toBe('/claims')
})

it('the filter by status gets what it counts once, and has those that are not told apart as one choice', async () => {
  const asked: unknown[] = []
  const counts = [['made up', 3] as const, [otherStatuses, 9950] as const]
  const groups = { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: 9953 }
  const window = { offset: 0, rows: [], count: 0, groups, inAllGroups: 9953, all: 9953 }
  main.answer({
    'claims:query': ({ statusesKey = '', status }) => {
      asked.push([statusesKey, status])
      return ok({ ...window, statuses: statusesKey === 'first' ? null : { key: 'first', counts } })
    },
  })
  onTestFinished(useClaims().listen())
  await open()
  const filter = screen.get('[aria-label="Status at the insurer"]')
  const choices = () => filter.findAll('option').map((option) => option.text())
  const all = ['Any status', 'Status made up (3)', 'Other statuses (9950)']
  expect(choices()).toEqual(all)
  main.announce('claims:paired', null)
  await flushPromises()
  expect(choices()).toEqual(all)
  await filter.setValue('others')
  await flushPromises()
  expect(asked).toEqual([
    ['', null],
    ['first', null],
    ['first', otherStatuses],
  ])
})

it('the filters by product and status are in the line where there is room, else behind the button, which counts them', async () => {
  await open()
  useClaimsView().narrow({ product: 'keke', whose: 'here' })
  await flushPromises()
  const behind = (): boolean[] =>
    ['Product', 'Status at the insurer', 'Whose', 'Sort by'].map((name) =>
      screen.find(`[popover] select[aria-label="${name}"]`).exists(),
    )
  const button = (): string | undefined =>
    screen
      .findAll('[role=search] button')
      .find((one) => one.text().startsWith('Filters'))
      ?.text()
  expect([behind(), button()]).toEqual([[true, true, true, true], 'Filters (2)'])
  isWide = true
  resized()
  await flushPromises()
  expect([behind(), button()]).toEqual([[false, false, true, true], 'Filters (1)'])
  expect(screen.findAll('[aria-label="Product"]').length).toBe(1)
})

describe('a row', () => {
  it('has the customer where that is known, and the whole policy number in a column of its own', async () => {
    const customer = { name: 'Ngozi Made-up', phone: '' }
    const policyNumber = 'OKP/2025/PRE/000417'
    main.entries = [
      anEntry({ id: 'named', policyNumber, customer }),
      anEntry({ id: 'kept', policyNumber: 'MADE/UP/E', holder: 'Omotayo Invented' }),
      waits,
    ]
    await open()
    const cellOf = (policy: string, column: string): DOMWrapper<Element> => {
      const at = screen.findAll('[role=columnheader]').findIndex((header) => header.text() === column)
      return rowOf(policy).findAll('[role=gridcell]')[at]!
    }
    const policies = [policyNumber, 'MADE/UP/E', 'MADE/UP/A', 'MADE/UP/D']
    expect(policies.map((policy) => cellOf(policy, 'Customer').text())).toEqual([
      'Ngozi Made-up',
      'Omotayo Invented',
      '–',
      '–',
    ])
    expect(policies.map((policy) => cellOf(policy, 'Policy').text())).toEqual(policies)
    expect(policies.map((policy) => cellOf(policy, 'Product').text())).toEqual([
      'Keke',
      'Keke',
      'Keke',
      'Keke',
    ])
    for (const policy of policies) {
      expect(cellOf(policy, 'Policy').classes()).not.toContain('truncate')
      expect(cellOf(policy, 'Policy').classes()).toContain('tabular-nums')
    }
  })

  it('that is still to come is opened by Enter once it is there', async () => {
    main.claims.keke = madeUpClaims('keke', 400)
    await open()
    const answers = main.hold('claims:query')
    const press = async (key: string): Promise<void> => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await flushPromises()
    }
    ;(rows()[0]!.element as HTMLElement).focus()
    await press('End')
    expect(document.activeElement?.textContent).toBe('')
    await press('Enter')
    expect(path()).toBe('/claims')
    answers.release()
    await flushPromises()
    expect(path()).toMatch(/^\/claims\/keke-/)
  })

  it('leaves the focus to the one in its place, and the last of a group to the heading', async () => {
    useOutbox().listen()
    await open('/claims?show=on-its-way')
    const leaves = async (...left: readonly EntrySummary[]): Promise<void> => {
      main.entries = left
      main.announce('outbox:changed', { changed: [anEntry({ ...unsure })], removed: [] })
      await flushPromises()
    }
    rowOf('MADE/UP/B').get('button').element.focus()
    await leaves(waits)
    expect(document.activeElement?.textContent).toContain('MADE/UP/A')
    await leaves()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('keeps the focus when another one arrives above it, inside it too', async () => {
    useOutbox().listen()
    await open()
    const placeOf = (policy: string): number => rows().findIndex((row) => row.text().includes(policy))
    const focused = (): number => rows().findIndex(({ element }) => element.contains(document.activeElement))
    for (const policy of ['NEW/1', 'NEW/2']) {
      const row = rowOf('MADE/UP/B')
      const target = policy === 'NEW/1' ? row.element : row.get('button').element
      ;(target as HTMLElement).focus()
      const newer = anEntry({ id: policy, policyNumber: policy })
      main.entries = [newer, ...main.entries]
      main.announce('outbox:changed', { changed: [newer], removed: [] })
      await flushPromises()
      expect(placeOf(policy)).toBeLessThan(placeOf('MADE/UP/B'))
      expect(focused()).toBe(placeOf('MADE/UP/B'))
    }
  })

  it('is the newest for the keyboard, also after others arrived, as long as nobody went to one', async () => {
    useOutbox().listen()
    await open('/claims?show=on-its-way')
    const newer = anEntry({ id: 'newer', policyNumber: 'NEW/1' })
    main.entries = [newer, ...main.entries]
    main.announce('outbox:changed', { changed: [newer], removed: [] })
    await flushPromises()
    const stops = rows().filter((row) => row.attributes('tabindex') === '0')
    expect(stops.map((row) => row.attributes('aria-rowindex'))).toEqual(['2'])
    expect(rowOf('NEW/1').attributes('tabindex')).toBe('0')
  })

  it('keeps the focus when its action is no longer offered', async () => {
    useOutbox().listen()
    await open()
    rowOf('MADE/UP/B').get('button').element.focus()
    const decided = anEntry({ ...unsure, state: review })
    main.entries = [waits, decided, undecided]
    main.announce('outbox:changed', { changed: [decided], removed: [] })
    await flushPromises()
    expect(document.activeElement).toBe(rowOf('MADE/UP/B').element)
  })

  it('says in a word that the insurer changed its status since it was opened', async () => {
    const state: EntryState = { name: 'delivered', at: since, proof: 'answer', claimId: 1, serverMessage: '' }
    main.entries = ['seen', 'news'].map((id) =>
      anEntry({ id, policyNumber: id, state, standing: aStanding({ isNews: id === 'news' }) }),
    )
    await open()
    const [seen, news] = ['seen', 'news'].map((id) => rowOf(id).get('[role=gridcell]').text())
    expect(news).toBe(`Changed: ${seen}`)
  })

  it('has one action, which does not open it, and none where there is something to decide', async () => {
    await open()
    const actions = (policy: string): string[] =>
      rowOf(policy)
        .findAll('button')
        .map((one) => one.text())
    expect(actions('MADE/UP/B')).toEqual(['Check now'])
    expect(['MADE/UP/C', 'MADE/UP/D'].flatMap(actions)).toEqual([])
    await rowOf('MADE/UP/B').get('button').trigger('click')
    await flushPromises()
    expect(main.askedOf('outbox:look-now')).toEqual([{ id: unsure.id }])
    expect(path()).toBe('/claims')
  })
})

it('an action does not wait for that of another claim, and is not done twice for one', async () => {
  const other = anEntry({
    ...unsure,
    id: '01939c5f-0000-7000-8000-00000000000e',
    policyNumber: 'MADE/UP/E',
  })
  main.entries = [waits, unsure, other]
  await open()
  const looking = main.hold('outbox:look-now')
  for (const policy of ['MADE/UP/B', 'MADE/UP/B', 'MADE/UP/E'])
    await rowOf(policy).get('button').trigger('click')
  await looking.reached
  expect(main.askedOf('outbox:look-now')).toEqual([{ id: unsure.id }, { id: other.id }])
  looking.release()
})

describe('an opened claim', () => {
  it('leads with its customer beside the list, and has the whole policy number beneath', async () => {
    isWide = true
    const customer = { name: 'Ngozi Made-up', phone: '' }
    main.entries = [anEntry({ ...waits, customer })]
    await open()
    await rowOf('MADE/UP/A').trigger('click')
    await flushPromises()
    const head = (): string[] => screen.findAll('aside header h2 > span').map((line) => line.text())
    await expect.poll(head).toEqual(['Ngozi Made-up', 'MADE/UP/A'])
  })

  it('has a page of its own where there is none, and a draft its form', async () => {
    await open()
    await rowOf('MADE/UP/A').trigger('click')
    await flushPromises()
    expect(path()).toBe(`/claims/${waits.id}`)
    isWide = true
    resized()
    await rowOf('MADE/UP/D').trigger('click')
    await flushPromises()
    expect(path()).toBe(`/claims/${draft.id}`)
  })

  it('holds the hidden words of a claim shown beside it, which would make the whole screen scroll', async () => {
    isWide = true
    await open()
    await rowOf('MADE/UP/A').trigger('click')
    await vi.waitFor(() => expect(screen.find('aside').html()).toContain('sr-only'), 5_000)
    const pane = screen.get('aside').element
    for (const hidden of pane.querySelectorAll('.sr-only'))
      expect(pane.contains(hidden.closest('.relative'))).toBe(true)
  })
})
