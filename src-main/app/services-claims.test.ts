import { expect, it } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { EnvironmentSignals } from '#main/office/environment/open-environment.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { createTestStore } from '#main/platform/keys/testing/store.ts'
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
