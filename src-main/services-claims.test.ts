import { expect, it } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { EnvironmentSignals } from './environment/open-environment.ts'
import { createTestFolder } from './keys/testing/folder.ts'
import { createTestStore } from './keys/testing/store.ts'
import { claimSubmission } from './outbox/testing/made-up.ts'
import { openServices } from './testing/open-services.ts'

const window = {
  ...noFilter,
  sort: 'created',
  descending: false,
  offset: 0,
  limit: 10,
  onScreen: true,
} as const

async function open() {
  const opened = await openServices({
    dataFolder: createTestFolder(),
    protection: { safeStorage: createTestStore(), platform: 'linux' },
  })
  await opened.handlers['engine:pause']({ paused: true })
  return opened
}
function aDraft(id: string, occurrenceAddress: string): Draft {
  const moment = new Date().toISOString()
  return {
    id,
    product: 'keke',
    fields: { ...emptyFields(), occurrenceAddress },
    branchReference: newBranchReference(),
    createdAt: moment,
    updatedAt: moment,
    rejection: null,
  }
}

it('the one list hears of every change of a draft and of its claim', async () => {
  const { handlers } = await open()
  const { id, body } = claimSubmission()
  const rows = async (): Promise<unknown> => {
    const answer = await handlers['claims:query'](window)
    if (!answer.ok) return answer.error.type
    return answer.value.rows.map(({ key, place, claim }) => [key, place, claim.type])
  }
  const save = async (place: string, isNew: boolean): Promise<void> => {
    await handlers['drafts:save']({ draft: aDraft(id, place), isNew, isOpen: true })
  }
  expect(await rows()).toEqual([])
  await save('Ya', true)
  expect(await rows()).toEqual([[id, 'Ya', 'draft']])
  await save('Yaba', false)
  expect(await rows()).toEqual([[id, 'Yaba', 'draft']])
  await handlers['drafts:discard']({ id })
  expect(await rows()).toEqual([])
  await handlers['drafts:undo-discard']({ id })
  expect(await rows()).toEqual([[id, 'Yaba', 'draft']])
  await handlers['outbox:accept']({ id, body })
  expect(await rows()).toEqual([[id, '12 Test Street, Yaba', 'own']])
  const draft = await handlers['outbox:to-draft']({ id })
  const next = draft.ok ? draft.value.id : newId()
  expect(await rows()).toEqual([[next, '12 Test Street, Yaba', 'draft']])
  await handlers['drafts:discard']({ id: next })
  expect(await rows(), 'nothing goes on with it').toEqual([[id, '12 Test Street, Yaba', 'own']])
  await handlers['drafts:undo-discard']({ id: next })
  expect(await rows()).toEqual([[next, '12 Test Street, Yaba', 'draft']])
})

it.each([
  ['removed', (signals: EnvironmentSignals) => signals.entriesRemoved.emit([])],
  ['known of its files', (signals: EnvironmentSignals) => signals.filesChanged.emit([])],
])('it hears that something was %s', async (_what, happens) => {
  const { handlers, workspace } = await open()
  const count = async (): Promise<unknown> => {
    const answer = await handlers['claims:query'](window)
    return answer.ok ? answer.value.all : answer.error.type
  }
  expect(await count()).toBe(0)
  workspace.environment.services?.drafts.save(aDraft(newId(), 'Yaba'))
  expect(await count(), 'nobody said so').toBe(0)
  happens(workspace.signals)
  expect(await count()).toBe(1)
})
