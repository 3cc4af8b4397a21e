import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { ok } from '#shared/result.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { newPlace, startOffice } from './office.ts'

/*
 * Someone edits the column of a claim that waits, so that it looks as if the insurer had it long ago: it would wait for
 * ever in the list, and be removed with what is no longer needed.
 */
const [policy = ''] = samplePolicies('keke')
const claim = claimSubmission({ policyNumber: policy })

/** An office with a claim that waits and looks settled. */
async function edited(): Promise<AppServices> {
  const place = newPlace()
  const office = await startOffice({}, place)
  await office.handlers['engine:pause']({ paused: true })
  expect(await office.handlers['outbox:accept'](claim)).toMatchObject({ ok: true })
  await office.workspace.close()
  using database = new DatabaseSync(join(place.folder, 'practice', 'outbox.sqlite'))
  database.exec(`UPDATE entry SET state = 'delivered', settled_at = '2020-01-01T00:00:00.000Z'`)
  return await startOffice({}, place)
}

it('is sent as soon as an officer looks at the outbox', async () => {
  const { handlers } = await edited()
  await handlers['outbox:list'](undefined)
  await handlers['engine:pause']({ paused: false })
  await vi.waitFor(async () => {
    const entry = await handlers['outbox:entry']({ id: claim.id })
    expect(entry).toMatchObject({ value: { state: { name: 'delivered' } } })
  }, 10_000)
  const history = await handlers['outbox:history']({ id: claim.id })
  expect(history.ok && history.value.filter(({ type }) => type === 'attempt')).toHaveLength(1)
})

it('is not removed as no longer needed', async () => {
  const { workspace } = await edited()
  const kept = workspace.environment.services?.kept
  expect(kept?.removeOutlived('2026-01-01T00:00:00.000Z', 50)).toEqual(ok([]))
  const outbox = workspace.environment.services?.outbox
  expect([...(outbox?.undelivered() ?? [])].map(({ id }) => id)).toEqual([claim.id])
})

it('is not forgotten with its policy', async () => {
  const { handlers } = await edited()
  const asked = { policy: policyNumberOf(policy), filesAside: false } as const
  expect(await handlers['privacy:forget-policy'](asked)).toEqual(ok({ type: 'not-delivered' }))
})
