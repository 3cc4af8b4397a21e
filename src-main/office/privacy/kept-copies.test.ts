import fs, { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { createKeptDetails } from '#main/claims/kept-details.ts'
import { newestVersion } from '#main/outbox/migrations.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { copyVersion, versionCopies } from '#main/outbox/version-copies.ts'
import { openTestAttachmentStore } from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { createKeptData, type KeptData } from './kept-data.ts'

const at = '2026-03-04T09:00:00.000Z'
const policyNumber = policyNumberOf('KKP/2026/LA/000001')

let file: string
let database: DatabaseSync
let outbox: Outbox
let kept: KeptData

beforeEach(() => {
  const store = openTestAttachmentStore(createTestFolder())
  ;({ file, database, outbox } = store)
  onTestFinished(() => store.database.close())
  kept = createKeptData({ ...store, keptDetails: createKeptDetails(database, store.protection) })
})

/** A received claim, and the sealed bytes of its content. */
function delivered(policy: string): { readonly id: string; readonly sealed: Buffer } {
  const accepted = outbox.accept(claimSubmission({ policyNumber: policy }), at)
  if (!accepted.ok) throw new Error(accepted.error.type)
  const { id } = accepted.value
  outbox.openAttempt(id, at)
  outbox.closeAttempt(id, { type: 'delivered', serverMessage: 'Taken.', keptReference: null }, at)
  const body = database.prepare('SELECT body FROM entry WHERE id = ?').get(id)?.['body']
  return { id, sealed: Buffer.from(body instanceof Uint8Array ? body : []) }
}

const dayMs = 24 * 3_600_000
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
const isAnywhere = (bytes: Buffer): boolean =>
  readdirSync(dirname(file)).some((name) => readFileSync(join(dirname(file), name)).includes(bytes))

it('is reported, and deleted whole when a policy is forgotten, even one that is only in the copy', () => {
  const gone = delivered(policyNumber)
  copyVersion(database, file, newestVersion, new Date())
  outbox.remove([gone.id])
  kept.sweepIfDue()
  expect(isAnywhere(gone.sealed)).toBe(true)
  const about = kept.about(policyNumber)
  expect(about).toMatchObject({ ok: true, value: { entries: [], copies: 1 } })
  expect(kept.forget(policyNumber, { filesAside: false }).ok).toBe(true)
  expect(versionCopies(file)).toEqual([])
  expect(isAnywhere(gone.sealed)).toBe(false)
})

it('that another program holds leaves all of the policy here, to be forgotten again', () => {
  const { id } = delivered(policyNumber)
  copyVersion(database, file, newestVersion, new Date())
  const held = refuseFiles(fs, 'rmSync', 'EBUSY', (path) => path.includes('.version-'))
  expect(kept.forget(policyNumber, { filesAside: false })).toEqual({ ok: false, error: { type: 'io' } })
  expect(kept.about(policyNumber)).toMatchObject({ value: { entries: [{ kind: 'claim' }], copies: 1 } })
  held.end()
  expect(kept.forget(policyNumber, { filesAside: false })).toMatchObject({ value: { entryIds: [id] } })
  expect(versionCopies(file)).toEqual([])
})

it('stays while something is not delivered, like everything else', () => {
  outbox.accept(claimSubmission({ policyNumber }), at)
  copyVersion(database, file, newestVersion, new Date())
  expect(kept.forget(policyNumber, { filesAside: true })).toMatchObject({
    ok: true,
    value: { answer: { type: 'not-delivered' } },
  })
  expect(versionCopies(file)).toHaveLength(1)
})

it('holds what has expired in the file no longer than the week it stays itself', () => {
  const [old, other] = [delivered(policyNumber), claimSubmission({ policyNumber: 'KKP/2' })]
  outbox.accept(other, at)
  copyVersion(database, file, newestVersion, daysAgo(6))
  expect(kept.removeOutlived('2026-06-01T00:00:00.000Z', 50)).toMatchObject({ ok: true, value: [old.id] })
  kept.sweepIfDue()
  expect(versionCopies(file)).toHaveLength(1)
  expect(isAnywhere(old.sealed)).toBe(true)
  vi.setSystemTime(Date.now() + 2 * dayMs)
  onTestFinished(() => void vi.useRealTimers())
  kept.sweepIfDue()
  expect(isAnywhere(old.sealed)).toBe(false)
})
