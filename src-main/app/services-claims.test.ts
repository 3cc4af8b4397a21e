import { expect, it } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import { madeUpDraft } from '#main/outbox/testing/made-up.ts'
import { Signal } from '#main/platform/signal.ts'
import type { AppServices } from './services.ts'
import { openServices } from './testing/open-services.ts'

const window = {
  ...noFilter,
  sort: 'created',
  descending: false,
  offset: 0,
  limit: 10,
  onScreen: true,
} as const

const windowClosed = new Signal()

async function open() {
  const opened = await openServices({ windowClosed })
  await opened.handlers['engine:pause']({ paused: true })
  return opened
}

it.each<[string, (app: AppServices) => void]>([
  ['something was removed', ({ workspace }) => workspace.signals.entriesRemoved.emit([])],
  ['something is known of its files', ({ workspace }) => workspace.signals.filesChanged.emit([])],
  ['the application was locked', ({ sessionLock }) => sessionLock.officerChanged.emit()],
  ['another officer came', ({ officers }) => officers.changed.emit()],
  ['the window was closed', () => windowClosed.emit()],
])('it keeps no row once %s', async (_what, happens) => {
  const app = await open()
  const { handlers, workspace } = app
  const count = async (): Promise<unknown> => {
    const answer = await handlers['claims:query'](window)
    return answer.ok ? answer.value.all : answer.error.type
  }
  expect(await count()).toBe(0)
  workspace.environment.services?.drafts.save(madeUpDraft())
  expect(await count(), 'nobody said so').toBe(0)
  happens(app)
  expect(await count()).toBe(1)
})
