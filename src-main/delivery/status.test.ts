import { expect, it } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { answers, harness, harnessForEach, now, started } from '#testing/engine/harness-for-each.ts'

harnessForEach()

const needsOfficer = (): number => harness.engine.status().counts.needsOfficer

it('counts what someone must decide about, and not what is to correct', async () => {
  answers({ type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} })
  expect(harness.state(await started())).toBe('rejected')
  expect(harness.engine.status().counts).toMatchObject({ rejected: 1, needsOfficer: 0 })
})

it('counts a received claim with a duplicate, for its officers, until one has acknowledged it', async () => {
  const submission = claimSubmission()
  const id = await started(submission)
  expect(needsOfficer()).toBe(0)
  harness.outbox.claimRows.noteSurplus('keke', 7, id, now())
  harness.outbox.claimRows.noteSurplus('keke', 8, id, now())
  expect(needsOfficer()).toBe(1)
  expect(harness.engine.status((officerId) => officerId !== null).counts.needsOfficer).toBe(0)
  harness.outbox.claimRows.acknowledgeDuplicates(id, now())
  expect(needsOfficer()).toBe(0)
})

it('counts an answer to the page as contact', async () => {
  await started()
  const before = harness.engine.status().lastContactAt ?? ''
  await harness.clock.advance(60_000)
  harness.engine.contactSeen('online')
  expect(Date.parse(harness.engine.status().lastContactAt ?? '')).toBeGreaterThan(Date.parse(before))
})
