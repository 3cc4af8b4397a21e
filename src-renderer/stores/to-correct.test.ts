import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { undoOffer } from '#renderer/ui/undo.ts'
import { submitClaim } from '#renderer/data/submit-claim.ts'
import { completeFields } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
import { newDraft } from '#renderer/data/new-draft.ts'
import { useDrafts } from './drafts.ts'
import { useOutbox } from './outbox.ts'
import { useToCorrect } from './to-correct.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T10:00:00.000Z'
const rejected: EntryState = {
  name: 'rejected',
  at: later,
  serverMessage: 'No.',
  fieldErrors: {},
  forbidden: false,
}

let main: FakeMain

function turnedDown(): Draft {
  const rejection = {
    entryId: newId(),
    capturedAt: at,
    at,
    serverMessage: 'Invalid.',
    fieldErrors: { policyNumber: ['Unknown.'] },
    refused: completeFields,
  }
  return { ...newDraft('keke'), fields: completeFields, rejection }
}
async function listed(entries: readonly EntrySummary[]): Promise<void> {
  main.answer({ 'outbox:list': () => ok(entries) })
  await useOutbox().read()
}

beforeEach(() => {
  setActivePinia(createPinia())
  main = new FakeMain()
})

describe('what is to correct', () => {
  it('is each entry and each draft that was turned down, the oldest first, and nothing else', async () => {
    const draft = turnedDown()
    for (const one of [draft, newDraft('okada')]) main.drafts.set(one.id, one)
    await useDrafts().read()
    await listed([
      anEntry({ id: 'a', seq: 1, state: rejected }),
      anEntry({ id: 'b' }),
      anEntry({ id: 'c', seq: 3, kind: 'pharmacy-request', product: null, state: rejected }),
    ])
    const toCorrect = useToCorrect()
    expect(toCorrect.items.map(({ id }) => id)).toEqual([draft.id, 'a', 'c'])
    expect(toCorrect.count).toBe(3)
  })

  it('follows a draft while it is edited, until it is submitted', async () => {
    const toCorrect = useToCorrect()
    const drafts = useDrafts()
    const draft = turnedDown()
    await drafts.save(draft)
    const changed = {
      ...draft,
      fields: { ...draft.fields, policyNumber: 'MADE/UP/2' },
      updatedAt: '2099-03-04T10:00:00.000Z',
    }
    await drafts.save(changed)
    expect(toCorrect.items).toMatchObject([{ draft: { fields: { policyNumber: 'MADE/UP/2' } } }])
    expect((await submitClaim(changed)).ok).toBe(true)
    await drafts.read()
    expect(toCorrect.count).toBe(0)
  })

  it('drops a draft that is deleted, and has it again when it is restored', async () => {
    const toCorrect = useToCorrect()
    const drafts = useDrafts()
    const draft = turnedDown()
    await drafts.save(draft)
    await drafts.remove(draft)
    expect(toCorrect.count).toBe(0)
    await undoOffer.value?.undo()
    expect(toCorrect.count).toBe(1)
  })

  it('is known once both outbox and drafts are loaded', async () => {
    const toCorrect = useToCorrect()
    await listed([])
    expect(toCorrect.isKnown).toBe(false)
    await useDrafts().read()
    expect(toCorrect.isKnown).toBe(true)
    main.fail('drafts:list', { type: 'storage-unavailable' })
    await useDrafts().read()
    expect(toCorrect.isKnown).toBe(false)
  })
})
