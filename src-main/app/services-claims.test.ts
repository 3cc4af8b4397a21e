import { expect, it } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { madeUpDraft } from '#testing/outbox/made-up.ts'
import { Signal } from '#main/platform/signal.ts'
import type { AppServices } from './services.ts'
import { openServices } from '#testing/app/open-services.ts'

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

it('gives the page the officers’ own texts of what the insurer lists, of as many rows as a window has', async () => {
  const { handlers, workspace } = await open()
  const one = { policyNumber: 'KKP/1', incidentDetails: '&#91;Ref 7F3K-92QD&#93; A bus turned.' }
  const claims = Array.from({ length: 201 }, (_none, at) => madeUpListed({ ...one, id: at + 1 }))
  const from = { fetchedAt: '2026-11-20T09:00:00.000Z', etag: null, digest: 'made-up', listed: 201 }
  expect(await workspace.environment.services?.claimLists.publish('keke', claims, from)).toMatchObject({
    ok: true,
  })
  const found = await handlers['claims:query'](window)
  const texts = found.ok ? found.value.rows.map(({ details }) => details) : []
  expect(texts).toEqual(Array.from({ length: 10 }, () => 'A bus turned.'))
  const known = await handlers['claims:of-policy']({ policyNumber: 'KKP/1' })
  const all = known.ok ? known.value.map(({ details }) => details) : []
  expect([all.length, ...all.slice(199)]).toEqual([201, 'A bus turned.', one.incidentDetails])
})
