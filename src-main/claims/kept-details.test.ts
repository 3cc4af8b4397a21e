import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import { err, ok } from '#shared/result.ts'
import { openTestAttachmentStore } from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createDetailHandlers } from '#main/app/handlers/claims.ts'
import { createKeptDetails, type KeptDetails } from './kept-details.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'

const at = '2026-11-20T09:00:00.000Z'
const policy = 'KKP/2026/LA/000417'
const detail = madeUpDetail(policy)

let database: DatabaseSync
let kept: KeptDetails
let folder: string
let answers: ClaimDetail

beforeEach(() => {
  const store = openTestAttachmentStore(createTestFolder())
  ;({ folder, database } = store)
  onTestFinished(() => store.database.close())
  kept = createKeptDetails(database, store.protection)
  answers = detail
})

const rows = (): number => Number(database.prepare('SELECT COUNT(*) AS n FROM kept_detail').get()?.['n'])

function handlers() {
  const followUps = { noteShown: () => [] }
  const services = { engine: { claimShown: () => undefined }, keptDetails: kept, followUps }
  const api = { claimDetails: () => Promise.resolve(ok(answers)) }
  const environment: {
    connection: { api: typeof api }
    services: typeof services | null
  } = { connection: { api }, services }
  const ask = createDetailHandlers({
    environment,
    using: (work) =>
      environment.services === null ? err({ type: 'storage-unavailable' }) : work(environment.services),
  })
  return { ask, environment, services }
}

it('is not stored when it is only viewed, nor kept for a policy that was not', async () => {
  const { ask } = handlers()
  expect(await ask['claims:detail']({ product: 'keke', policyNumber: policy })).toEqual(ok(detail))
  expect(rows()).toBe(0)
  expect(await ask['details:keep']({ product: 'okada', policyNumber: policy })).toEqual(
    err({ type: 'not-possible-now' }),
  )
  expect(rows()).toBe(0)
})

it('is kept, sealed, when an officer chooses so, and found by any spelling of the policy', async () => {
  const { ask } = handlers()
  await ask['claims:detail']({ product: 'keke', policyNumber: policy })
  expect(await ask['details:keep']({ product: 'keke', policyNumber: policy })).toMatchObject({ ok: true })
  const other = { product: 'keke', policyNumber: ` ${policy.toLowerCase()} ` } as const
  expect(await ask['details:find'](other)).toMatchObject({ value: { detail, policyNumber: policy } })
  expect(await ask['details:all'](undefined)).toMatchObject({ value: [{ detail }] })
  expect(await ask['details:find']({ product: 'okada', policyNumber: policy })).toEqual(ok(null))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(join(folder, 'outbox.sqlite')).toString('latin1')
  for (const plain of [policy, '08000001234', 'Invented', '1988-02-29', 'customer.example'])
    expect(bytes).not.toContain(plain)
})

it('is kept once, and brought up to date by the next view', async () => {
  kept.keep({ product: 'keke', policyNumber: policy, detail, fetchedAt: at }, at)
  answers = { ...detail, status: '3' }
  await handlers().ask['claims:detail']({ product: 'keke', policyNumber: policy })
  expect(kept.all()).toMatchObject([{ detail: { status: '3' }, keptAt: at }])
  expect(kept.all()[0]?.fetchedAt).not.toBe(at)
})

it('is not kept from another environment', async () => {
  const { ask, environment, services } = handlers()
  await ask['claims:detail']({ product: 'keke', policyNumber: policy })
  environment.services = { ...services }
  expect(await ask['details:keep']({ product: 'keke', policyNumber: policy })).toEqual(
    err({ type: 'not-possible-now' }),
  )
})

it('gives its holder’s name, by any spelling of the policy, as long as it is kept', () => {
  expect(kept.holderOf(policy)).toBe('')
  kept.keep({ product: 'keke', policyNumber: policy, detail, fetchedAt: at }, at)
  expect([kept.holderOf(` ${policy.toLowerCase()}`), kept.holderOf('KKP/1')]).toEqual([
    'Omotayo Invented',
    '',
  ])
  kept.remove('keke', policy)
  expect(kept.holderOf(policy)).toBe('')
})

it('goes when the officer removes it, and by its policy', async () => {
  const content = { product: 'keke', policyNumber: 'as asked', detail, fetchedAt: at } as const
  kept.keep(content, at)
  expect(kept.idsOfPolicy(policyNumberOf(policy))).toHaveLength(1)
  await handlers().ask['details:remove']({ product: 'keke', policyNumber: 'as asked' })
  expect(rows()).toBe(0)
})
