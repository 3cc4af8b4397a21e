import { flushPromises, mount, RouterLinkStub, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { ageLimits } from '#shared/ages.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { setRepositoriesState } from '#renderer/data/repositories/current.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useDirectory } from '#renderer/stores/directory.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { aStatus, anEngine, anEntry, FakeMain, noLists } from '#renderer/testing/fake-main.ts'
import AgeMark from './AgeMark.vue'
import { ageWords, type Aging } from './age-words.ts'
import HomeScreen from './HomeScreen.vue'
import OfflineFact from './OfflineFact.vue'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const now = new Date(2026, 10, 20, 14, 0)
const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString()

const waiting = (acceptedAt: string): EntryState => ({
  name: 'queued',
  since: acceptedAt,
  reason: { type: 'new' },
  notSentInARow: 0,
  resends: 0,
})
const received = (at: string): EntryState => ({
  name: 'delivered',
  at,
  proof: 'answer',
  claimId: null,
  serverMessage: '',
})
let seq = 0
function entry(policyNumber: string, acceptedAt: string, state = waiting(acceptedAt)): EntrySummary {
  seq += 1
  return anEntry({ id: `made-up-${seq}`, seq, policyNumber, acceptedAt, state })
}

async function home(entries: readonly EntrySummary[], status: Partial<AppStatus> = {}): Promise<VueWrapper> {
  new FakeMain({
    'app:status': () => ok(aStatus({ environment: 'live', ...status })),
    'outbox:list': () => ok(entries),
    'engine:status': () => ok(anEngine({ lastContactAt: ago(10 * minuteMs) })),
  })
  await useAppStatus().start()
  await useOutbox().read()
  await useDrafts().read()
  await useEngine().read()
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: {} }],
  })
  const shown = mount(HomeScreen, { global: { plugins: [router], stubs: { RouterLink: RouterLinkStub } } })
  await flushPromises()
  return shown
}

const card = (shown: VueWrapper, title: string): VueWrapper | ReturnType<VueWrapper['get']> => {
  const found = shown.findAll('section').find((section) => section.get('h2').text() === title)
  if (found === undefined) throw new Error(`no card ${title}`)
  return found
}

beforeEach(() => {
  setActivePinia(createPinia())
  // The page's database was opened and failed.
  setRepositoriesState({ name: 'failed', failure: { type: 'database-unavailable', reason: 'other' } })
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  setRepositoriesState({ name: 'closed' })
  vi.useRealTimers()
})

describe('an age', () => {
  it.each(Object.entries(ageLimits) as [Aging, (typeof ageLimits)[Aging]][])(
    'of %s has its own colour, icon and words on each side of its limits',
    (what, { agingMs, oldMs }) => {
      const mark = (ms: number): VueWrapper => mount(AgeMark, { props: { what, since: ago(ms), now } })
      const looks = [agingMs - 1, agingMs, oldMs].map((ms) => {
        const shown = mark(ms)
        return { sign: shown.get('svg').html(), words: shown.text(), look: shown.attributes('class') }
      })
      for (const part of ['sign', 'words', 'look'] as const) {
        expect(new Set(looks.map((look) => look[part])).size).toBe(3)
      }
      expect(
        mark(oldMs - 1)
          .get('svg')
          .html(),
      ).toBe(looks[1]?.sign)
    },
  )

  it('is shown in its largest unit, and is never negative if the clock was set back', () => {
    const text = (ms: number): string => ageWords('waiting', ago(ms), now).text
    expect(text(-hourMs)).toBe('less than a minute')
    expect(text(59 * minuteMs)).toBe('59 minutes')
    expect(text(61 * minuteMs)).toBe('1 hour, longer than usual')
    expect(text(47 * hourMs)).toBe('47 hours, much longer than usual')
    expect(text(73 * hourMs)).toBe('3 days, much longer than usual')
  })
})

describe('the home screen', () => {
  it('shows waiting entries, longest first, each with its age and a link', async () => {
    const shown = await home([
      entry('MADE/UP/NEW', ago(5 * minuteMs)),
      entry('MADE/UP/OLD', ago(30 * hourMs)),
      entry('MADE/UP/SOME', ago(2 * hourMs)),
    ])
    const lines = card(shown, 'Not yet received').findAll('li')
    expect(lines.map((line) => line.get('a').text())).toEqual(['MADE/UP/OLD', 'MADE/UP/SOME', 'MADE/UP/NEW'])
    expect(lines.map((line) => line.get('[data-age]').attributes('data-age'))).toEqual([
      'old',
      'aging',
      'fresh',
    ])
    expect(shown.text()).toContain('The oldest is from Thu, 19 Nov, 08:00.')
  })

  it('updates ages while it is open', async () => {
    const shown = await home([entry('MADE/UP/1', ago(59 * minuteMs))])
    expect(card(shown, 'Not yet received').get('[data-age]').attributes('data-age')).toBe('fresh')
    vi.advanceTimersByTime(2 * minuteMs)
    await flushPromises()
    expect(card(shown, 'Not yet received').get('[data-age]').attributes('data-age')).toBe('aging')
  })

  it('separates entries that need a decision from those that proceed automatically', async () => {
    const shown = await home([
      entry('MADE/UP/NO', ago(3 * hourMs), {
        name: 'rejected',
        at: ago(9 * hourMs),
        serverMessage: 'No such policy.',
        fieldErrors: {},
        forbidden: false,
      }),
      entry('MADE/UP/LOST', ago(3 * hourMs), {
        name: 'unconfirmed',
        since: ago(20 * minuteMs),
        cause: 'reset',
        absentReadings: 0,
        resends: 0,
      }),
    ])
    await vi.dynamicImportSettled()
    await flushPromises()
    expect(card(shown, 'To correct').text()).toContain('MADE/UP/NO')
    expect(card(shown, 'To correct').text()).toContain('The insurer said: “No such policy.”')
    expect(card(shown, 'To correct').get('[data-age]').attributes('data-age')).toBe('old')
    expect(card(shown, 'To correct').get('button').text()).toBe('Correct')
    expect(card(shown, 'Needs your decision').text()).toContain('No other decisions needed.')
    expect(card(shown, 'Not yet received').text()).toContain('MADE/UP/LOST')
    expect(card(shown, 'Not yet received').get('[data-age]').text()).toBe('20 minutes, longer than usual')
    expect(shown.text()).toContain('2 items')
  })

  it('says that nothing needs a decision only once drafts are loaded too', async () => {
    const shown = await home([])
    expect(shown.text()).toContain('No decisions needed.')
    useDrafts().isRead = false
    await flushPromises()
    expect(shown.text()).not.toContain('No decisions needed.')
  })

  it('never says that nothing waits without saying what that is based on', async () => {
    const shown = await home([entry('MADE/UP/1', ago(3 * hourMs), received(ago(hourMs)))])
    // The fact alone: an empty card would say it again.
    expect(shown.findAll('h2').map((title) => title.text())).not.toContain('Not yet received')
    expect(shown.text()).toContain('Nothing')
    expect(shown.text()).toContain('Last received at 13:00.')
    expect(shown.text()).toContain('Last contact: 13:50.')
    expect(shown.text()).toContain('1 received')
  })

  it('counts as received today what arrived since midnight, until the next one', async () => {
    const shown = await home([
      entry('MADE/UP/1', ago(20 * hourMs), received(ago(15 * hourMs))),
      entry('MADE/UP/2', ago(20 * hourMs), received(ago(13 * hourMs))),
    ])
    expect(shown.text()).toContain('1 received')
    vi.advanceTimersByTime(11 * hourMs)
    await flushPromises()
    expect(shown.text()).toContain('Nothing yet')
  })

  it('says what works without a connection, and that pharmacies are missing only once that is known', async () => {
    const directory = useDirectory()
    const shown = await home([])
    const text = (): string => shown.text().replaceAll(/\s+/g, ' ')
    expect(text()).toContain('New claims and requests work')
    expect(text()).toContain('Pharmacies: looking')
    useEngine().status = anEngine({ holds: [{ type: 'stopped', to: '7F3K-92QD-7' }] })
    await flushPromises()
    expect(text()).not.toContain('New claims and requests work')
    directory.isKnown = true
    await flushPromises()
    expect(text()).toContain('Pharmacies: not downloaded')
    directory.status = {
      kept: { fetchedAt: ago(31 * 24 * hourMs), count: 3600, total: 3600, isComplete: true, triedAt: null },
      progress: null,
    }
    await flushPromises()
    expect(text()).toContain('Pharmacies: 3,600, from Tue, 20 Oct')
    expect(text()).toContain('31 days old, out of date')
  })

  it('says how many claims can be looked up without a connection, and from when', async () => {
    const main = new FakeMain()
    const claims = useClaims()
    await claims.read()
    const shown = mount(OfflineFact, { props: { now }, global: { stubs: { RouterLink: RouterLinkStub } } })
    const text = (): string => shown.text().replaceAll(/\s+/g, ' ')
    await vi.waitFor(() => expect(text()).toContain('Claims: none on this computer'))
    const kept = { unchangedSince: null, listed: 1240, oldestCreatedAt: null, statuses: [] }
    const keke = { ...noLists.keke, kept: { ...kept, fetchedAt: ago(2 * hourMs), count: 1240 } }
    main.answer({ 'claims:lists': () => ok({ ...noLists, keke }) })
    await claims.read()
    await vi.waitFor(() => expect(text()).toContain('Claims: 1,240, from 12:00'))
  })
})
