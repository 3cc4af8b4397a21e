import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { done } from '#testing/claims/test-claims.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { openClosedEnvironment, haveOfficersWorked, mayHoldUnsent, workedIn } from './closed-environment.ts'
import { outboxFileOf } from './environment.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'

const at = '2026-03-04T09:00:00.000Z'
const policyNumber = policyNumberOf('KKP/2026/LA/000001')
const waitingPolicy = policyNumberOf('KKP/2026/LA/000002')
const officer = '01980000-0000-7000-8000-000000000001'
const dataKey = {
  bytes: new Uint8Array(32).fill(9),
  secrets: null,
  had: [],
  protection: 'os',
} as const
let folder: string
let file: string

beforeEach(() => {
  folder = createTestFolder()
  file = outboxFileOf(folder, 'live')
})

/** Leaves the live environment as after use: received claims, and one that waits. */
function useLive(waiting: boolean): void {
  mkdirSync(join(folder, 'live'))
  const { database } = done(openOutboxFile(file, new Date(at)))
  const outbox = new Outbox(database, createRowProtection(dataKey))
  for (let n = 0; n < 60; n += 1) {
    const { id } = done(outbox.accept(claimSubmission({ policyNumber }), at, officer))
    done(outbox.openAttempt(id, at))
    done(outbox.closeAttempt(id, { type: 'delivered', serverMessage: 'Taken.', keptReference: null }, at))
  }
  if (waiting) done(outbox.accept(claimSubmission({ policyNumber: waitingPolicy }), at))
  database.close()
}

it('is searched for a policy, and forgets it with every byte', async () => {
  useLive(true)
  const closed = done(openClosedEnvironment(folder, 'live', dataKey))
  expect(done(closed.files.kept.about(policyNumber)).entries).toHaveLength(60)
  const { answer } = done(closed.files.kept.forget(policyNumber, { filesAside: true }))
  expect(answer).toMatchObject({ type: 'forgotten', entries: 60, isDestroyed: true })
  await closed.close()
  const again = done(openClosedEnvironment(folder, 'live', dataKey))
  expect(done(again.files.kept.about(policyNumber)).entries).toEqual([])
  expect(done(again.files.kept.about(waitingPolicy)).entries).toHaveLength(1)
  await again.close()
})

it('is empty where it was never used, and no file is created', async () => {
  const closed = done(openClosedEnvironment(folder, 'live', dataKey))
  expect(done(closed.files.kept.about(policyNumber))).toMatchObject({ entries: [], filesAside: [] })
  expect(done(closed.files.kept.forget(policyNumber, { filesAside: true })).answer.type).toBe('forgotten')
  await closed.close()
  expect(existsSync(join(folder, 'live'))).toBe(false)
})

it.each([
  ['is damaged', 'outbox.sqlite'],
  ['was being rebuilt', 'outbox.sqlite.rebuilt'],
])('does not open when its file %s, and is left as it is', (_what, name) => {
  mkdirSync(join(folder, 'live'))
  const noise = 'made-up noise, which is no outbox at all '.repeat(200)
  writeFileSync(join(folder, 'live', name), noise)
  expect(openClosedEnvironment(folder, 'live', dataKey).ok).toBe(false)
  expect(mayHoldUnsent(folder, 'live')).toBe(true)
  expect(readdirSync(join(folder, 'live'))).toEqual([name])
  expect(readFileSync(join(folder, 'live', name), 'utf8')).toBe(noise)
})

it('reports whether officers worked in it, without being opened', () => {
  expect([haveOfficersWorked(folder), workedIn(folder)]).toEqual([false, null])
  useLive(true)
  expect([haveOfficersWorked(folder), workedIn(folder)]).toEqual([true, 'live'])
})
