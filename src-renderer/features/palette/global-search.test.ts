import 'fake-indexeddb/auto'
import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { practiceRepositories } from '#testing/page/practice-repositories.ts'
import { madeUpClaims } from '#testing/claims/made-up-claims.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok } from '#shared/result.ts'
import { commands, commandLabels, commandWords } from '#shared/commands.ts'
import { findSettings } from '#renderer/forms/settings-search.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { anEntry, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { ranked, type FoundGroup, type FoundIn } from '#renderer/commands/found.ts'
import { useGlobalSearch } from './useGlobalSearch.ts'

const at = '2026-03-04T09:00:00.000Z'
let main: FakeMain
let repositories: Repositories
const text = ref('')

beforeEach(() => {
  main = new FakeMain()
  repositories = practiceRepositories()
  text.value = ''
})

function mountedSearch(): ReturnType<typeof useGlobalSearch> {
  const box: { search: ReturnType<typeof useGlobalSearch> | null } = { search: null }
  mount({
    template: '<p />',
    setup: () => void (box.search = useGlobalSearch(() => text.value)),
  })
  if (box.search === null) throw new Error('not set up')
  return box.search
}

function search(): (group: FoundGroup) => readonly string[] {
  const { found } = mountedSearch()
  return (group) =>
    (found.value.find((part) => part.group === group)?.found ?? []).map(({ title, detail }) =>
      [title, detail].filter(Boolean).join(' · '),
    )
}

describe('the global search', () => {
  it('offers to look up a policy in its normal form, but not if the query has other words', async () => {
    const found = search()
    for (const typed of ['KKP/2026/LA/000417', ' kkp / 2026\\la/000417. ']) {
      text.value = typed
      await flushPromises()
      expect(found('insurer'), typed).toHaveLength(2)
      expect(found('insurer')[0], typed).toContain('KKP/2026/LA/000417')
    }
    text.value = 'yaba 12/3'
    await flushPromises()
    expect(found('insurer')).toEqual([])
  })

  it('shows the newest query’s results, limited, whichever is answered last', async () => {
    main.claims.keke = madeUpClaims('keke', 200)
    const found = search()
    const held = main.hold('claims:query')
    text.value = 'ibadan'
    await held.reached
    held.release()
    text.value = 'number 199'
    await expect.poll(() => found('claims').join()).toContain('199 Made-up Street')
    expect(found('claims').length).toBeLessThan(7)
  })
})

it('whom a claim is of leads, and the policy where nobody is known', async () => {
  const customer = { name: 'Ngozi Made-up', phone: '' }
  main.entries = [
    anEntry({ policyNumber: 'KKP/1', customer }),
    anEntry({ id: 'other', policyNumber: 'KKP/2' }),
  ]
  const found = search()
  text.value = 'kkp'
  await expect.poll(() => found('claims')).toHaveLength(2)
  expect(
    found('claims')
      .map((line) => line.split(' · ').slice(0, 2))
      .toSorted(),
  ).toEqual([
    ['KKP/2', 'Keke claim'],
    ['Ngozi Made-up', 'KKP/1'],
  ])
})

describe('a search that fails', () => {
  it('is not said to have found nothing', async () => {
    const { found, failure, isSearched } = mountedSearch()
    main.fail('claims:query', { type: 'storage-unavailable' })
    text.value = 'yaba'
    await expect.poll(() => failure.value?.type).toBe('storage-unavailable')
    expect(found.value.flatMap((part) => part.found)).toEqual([])
    expect(isSearched.value).toBe(false)
    main.fail('claims:query', null)
    text.value = 'yabacon'
    await expect.poll(() => isSearched.value).toBe(true)
    expect(failure.value).toBeNull()
  })

  it('says so where the pharmacies alone could not be searched', async () => {
    const { lacksPharmacies, isSearched } = mountedSearch()
    const search = vi.spyOn(repositories.pharmacies, 'search')
    search.mockResolvedValue(err({ type: 'storage-unavailable' }))
    text.value = 'yaba'
    await expect.poll(() => [isSearched.value, lacksPharmacies.value]).toEqual([true, true])
    search.mockRestore()
    text.value = 'yabacon'
    await expect.poll(() => lacksPharmacies.value).toBe(false)
  })
})

describe('the order of what is found', () => {
  const policyNumber = 'KKP/2026/LA/000417'
  const request = anEntry({
    id: 'request',
    seq: 9,
    kind: 'pharmacy-request',
    product: null,
    policyNumber,
    pharmacyName: 'Made-up Pharmacy',
    state: { name: 'rejected', at, serverMessage: 'No.', fieldErrors: {}, forbidden: false },
  })

  async function groupsFor(entries: readonly EntrySummary[]): Promise<() => readonly FoundIn[]> {
    main = new FakeMain({ 'outbox:list': () => ok(entries) })
    await useOutbox().read()
    main.entries = entries.filter(({ kind }) => kind === 'claim')
    const { found } = mountedSearch()
    text.value = policyNumber
    await expect.poll(() => found.value.some((part) => part.found.length > 0)).toBe(true)
    await expect.poll(() => main.asked.map(({ channel }) => channel)).toContain('claims:query')
    await flushPromises()
    return () => found.value
  }

  it('is claims, requests, pharmacies: a request that was not accepted is never the first', async () => {
    const waiting = anEntry({ id: 'waiting', policyNumber })
    const groups = (await groupsFor([request, waiting]))()
    expect(groups.map(({ group }) => group)).toEqual([
      'claims',
      'requests',
      'pharmacies',
      'settings',
      'insurer',
    ])
    const [claims, requests] = groups
    expect(claims?.found).toMatchObject([
      { key: 'claim-waiting', status: { text: 'Waiting' }, slipOf: waiting, to: { name: 'claim' } },
    ])
    expect(requests?.found).toMatchObject([
      {
        title: 'Made-up Pharmacy',
        status: { text: 'Not accepted', tone: 'danger' },
        to: { name: 'request', params: { id: 'request' } },
      },
    ])
  })
})

describe('matching', () => {
  it.each(['print', 'export', 'zoom'])('a command or a setting answers to “%s”', (asked) => {
    const all = commands.map(({ id }) => ({ label: commandLabels[id], words: commandWords[id] ?? '' }))
    useAppStatus().status = aStatus()
    expect([...ranked(all, [asked]), ...findSettings(asked)]).not.toEqual([])
  })

  it('every screen of the navigation and of Settings can be gone to', () => {
    const screens = commands.filter(({ id }) => id.startsWith('go-')).map(({ id }) => commandLabels[id])
    expect(screens).toEqual(
      expect.arrayContaining(['Today', 'Claims', 'Claims that need you', 'Drafts', 'Backup']),
    )
  })

  it('finds a command by the beginnings of its words, in any order', () => {
    const commands = ['New okada claim', 'Claims', 'Look up a policy'].map((label) => ({ label, words: '' }))
    expect(ranked(commands, ['cla', 'ok'])).toEqual([commands[0]])
    expect(ranked(commands, ['aim'])).toEqual([])
  })
})
