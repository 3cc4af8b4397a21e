import { expect, it } from 'vitest'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { err, ok } from '#shared/result.ts'
import { publicStore } from '#testing/uploads/upload-harness.ts'
import { claimSubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { refusalOfFiles } from './waiting-claims.ts'

const file = (change: Partial<AttachmentFile>): AttachmentFile => ({
  id: 'a',
  number: 1,
  name: 'made up.jpg',
  kind: 'jpeg',
  size: 3,
  photos: null,
  sha256: '0'.repeat(64),
  addedAt: '2026-11-20T09:00:00.000Z',
  field: 'incidentPictureUrl',
  state: 'kept',
  ...change,
})
const having = (...files: readonly AttachmentFile[]) => ({
  list: () => Promise.resolve(ok({ files, unreadable: 0 })),
})
const withStore = { current: () => publicStore }
const submission = submissionWithFiles(['incidentPictureUrl'])

it('lets a claim go whose files are whole, and one without files', async () => {
  expect(await refusalOfFiles(submission, having(file({})), withStore)).toBeNull()
  expect(await refusalOfFiles(claimSubmission(), having(), { current: () => null })).toBeNull()
})

it.each([
  ['missing', file({ state: 'missing' })],
  ['damaged', file({ state: 'damaged' })],
  ['in another slot', file({ field: 'medicalReportUrl' })],
  ['in no slot', file({ field: null })],
])('refuses a slot whose file is %s', async (_why, one) => {
  expect(await refusalOfFiles(submission, having(one), withStore)).toEqual({ type: 'files-not-whole' })
})

it('refuses files while no store is set, and while the disk cannot be read', async () => {
  const noStore = { current: () => null }
  expect(await refusalOfFiles(submission, having(file({})), noStore)).toEqual({ type: 'no-file-store' })
  const broken = { list: () => Promise.resolve(err({ type: 'io' as const })) }
  expect(await refusalOfFiles(submission, broken, withStore)).toEqual({ type: 'storage-unavailable' })
})
