import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import { setRepositoriesState } from '#renderer/data/repositories/current.ts'
import { openRepositories, type Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { completeFields, practiceStatus } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry, FakeMain } from '#renderer/testing/fake-main.ts'
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
let repositories: Repositories

async function open(): Promise<void> {
  const opened = await openRepositories(practiceStatus)
  if (!opened.ok) throw new Error(opened.error.type)
  repositories = opened.value
  setRepositoriesState({ name: 'open', environment: 'practice', officerId: null, repositories })
}
function turnedDown(): Draft {
  const draft = repositories.drafts.create('keke')
  const rejection = {
    entryId: newId(),
    capturedAt: at,
    at,
    serverMessage: 'Invalid.',
    fieldErrors: { policyNumber: ['Unknown.'] },
    refused: completeFields,
  }
  return { ...draft, fields: completeFields, rejection }
}
async function listed(entries: readonly EntrySummary[]): Promise<void> {
  main.answer({ 'outbox:list': () => ok(entries) })
  await useOutbox().read()
}

beforeEach(async () => {
  setActivePinia(createPinia())
  globalThis.indexedDB = new IDBFactory()
  main = new FakeMain()
  await open()
})
afterEach(() => {
  setRepositoriesState({ name: 'closed' })
  repositories.close()
})

describe('what is to correct', () => {
  it('is each entry and each draft that was turned down, the oldest first, and nothing else', async () => {
    const draft = turnedDown()
    await repositories.drafts.save(draft)
    await repositories.drafts.save(repositories.drafts.create('okada'))
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
    const draft = turnedDown()
    await repositories.drafts.adopt(draft)
    const changed = { ...draft, fields: { ...draft.fields, policyNumber: 'MADE/UP/2' }, updatedAt: later }
    await repositories.drafts.save(changed)
    expect(toCorrect.items).toMatchObject([{ draft: { fields: { policyNumber: 'MADE/UP/2' } } }])
    await repositories.drafts.submit(changed)
    await repositories.drafts.flush()
    expect(toCorrect.count).toBe(0)
  })

  it('drops a draft that is deleted, and has it again when it is restored', async () => {
    const toCorrect = useToCorrect()
    const draft = turnedDown()
    await repositories.drafts.save(draft)
    await repositories.drafts.remove(draft.id)
    expect(toCorrect.count).toBe(0)
    await repositories.drafts.adopt(draft)
    expect(toCorrect.count).toBe(1)
  })

  it('excludes a draft whose claim main has already accepted', async () => {
    const draft = turnedDown()
    await repositories.drafts.save(draft)
    await listed([anEntry({ id: draft.id })])
    expect(useToCorrect().count).toBe(0)
  })

  it('is the same after a restart, and after the loss of the page’s database', async () => {
    const draft = turnedDown()
    await repositories.drafts.save(draft)
    for (const loses of [false, true]) {
      repositories.close()
      if (loses) globalThis.indexedDB = new IDBFactory()
      await open()
      expect(useToCorrect().items).toMatchObject([{ type: 'draft', draft }])
    }
  })

  it('is known once both outbox and drafts are loaded', async () => {
    const toCorrect = useToCorrect()
    expect(toCorrect.isKnown).toBe(false)
    await listed([])
    expect(toCorrect.isKnown).toBe(true)
    setRepositoriesState({ name: 'opening' })
    expect(toCorrect.isKnown).toBe(false)
  })
})
