import { beforeEach, describe, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import { madeUpRejection } from '#testing/outbox/made-up.ts'
import { aStanding, completeFields } from '#testing/claim/made-up.ts'
import type { Draft } from '#shared/domain/draft.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { anEntry, FakeMain } from '#testing/page/fake-main.ts'
import { newDraft } from '#renderer/claim/copy-as-new.ts'
import { useDrafts } from './drafts.ts'
import { useNeedsYou } from './needs-you.ts'
import { useOutbox } from './outbox.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T10:00:00.000Z'
const rejected: EntryState = aState('rejected', { at: later, serverMessage: 'No.' })

let main: FakeMain

function turnedDown(): Draft {
  const told = { serverMessage: 'Invalid.', fieldErrors: { policyNumber: ['Unknown.'] } }
  const rejection = madeUpRejection({ capturedAt: at, at, ...told, refused: completeFields })
  return { ...newDraft('keke'), fields: completeFields, rejection }
}
async function listed(entries: readonly EntrySummary[]): Promise<void> {
  main.answer({ 'outbox:list': () => ok(entries) })
  await useOutbox().read()
}

beforeEach(() => {
  main = new FakeMain()
})

describe('what needs somebody', () => {
  it('is each entry and draft of that group, the oldest first; claims and requests are counted apart', async () => {
    const [draft, recovered] = [turnedDown(), newDraft('okada')]
    for (const one of [draft, recovered, newDraft('okada')]) main.drafts.set(one.id, one)
    main.openDrafts.add(recovered.id)
    await useDrafts().read()
    await listed([
      anEntry({ id: 'a', seq: 1, state: rejected }),
      anEntry({ id: 'b' }),
      anEntry({ id: 'c', seq: 3, kind: 'pharmacy-request', product: null, state: rejected }),
    ])
    const needsYou = useNeedsYou()
    expect(new Set(needsYou.items.map(({ id }) => id))).toEqual(new Set([draft.id, recovered.id, 'a', 'c']))
    const moments = needsYou.items.map(({ since }) => Date.parse(since))
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(needsYou).toMatchObject({ claims: 3, requests: 1 })
  })

  it('is known once both outbox and drafts are loaded', async () => {
    const needsYou = useNeedsYou()
    await listed([])
    expect(needsYou.isKnown).toBe(false)
    await useDrafts().read()
    expect(needsYou.isKnown).toBe(true)
    main.fail('drafts:list', { type: 'storage-unavailable' })
    await useDrafts().read()
    expect(needsYou.isKnown).toBe(false)
  })
})

it('what the insurer said is news, the newest first, unless the claim needs somebody anyway', async () => {
  const state: EntryState = { name: 'delivered', at, proof: 'answer', claimId: 1, serverMessage: '' }
  const news = { isNews: true, changedAt: at }
  const wrong = { at: later, by: null, replacedBy: '', isDone: false }
  await listed([
    anEntry({ id: 'old', seq: 1, state, standing: aStanding(news) }),
    anEntry({ id: 'new', seq: 2, state, standing: aStanding({ ...news, changedAt: later }) }),
    anEntry({ id: 'seen', seq: 3, state, standing: aStanding({ changedAt: later }) }),
    anEntry({ id: 'wrong', seq: 4, state, standing: aStanding({ ...news, wrong }) }),
  ])
  const needsYou = useNeedsYou()
  expect(needsYou.news.map(({ id }) => id)).toEqual(['new', 'old'])
  expect(needsYou.items).toMatchObject([{ id: 'wrong', since: later }])
})
