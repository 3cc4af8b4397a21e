import { expect, it } from 'vitest'
import { claimSubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { harness, harnessForEach, started, stateAfter } from '#testing/engine/harness-for-each.ts'

harnessForEach()

it('does not send a claim whose files are on their way, and sends the next one of its policy', async () => {
  const withFiles = harness.accept(submissionWithFiles(['incidentPictureUrl']))
  const without = harness.accept(claimSubmission())
  harness.engine.start()
  expect(await stateAfter(60 * 60_000, withFiles)).toBe('queued')
  expect(harness.entry(withFiles).attempts).toBe(0)
  expect(harness.engine.nextTryAt(harness.entry(withFiles))).toBeNull()
  expect(harness.state(without)).toBe('delivered')
  expect(harness.engine.status().counts).toMatchObject({ waiting: 1, awaitingFiles: 1 })
})

it('sends it as soon as its links are there', async () => {
  const id = await started(submissionWithFiles(['incidentPictureUrl']))
  harness.outbox.putLinks(id, { incidentPictureUrl: 'https://files.example/a.jpg' })
  harness.engine.nudge()
  expect(await stateAfter(0, id)).toBe('delivered')
  expect(harness.server.claims).toHaveLength(1)
  expect(harness.engine.status().counts.awaitingFiles).toBe(0)
})
