import { beforeEach, expect, it } from 'vitest'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { aPicture, at } from '#testing/attachments/attachment-store.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { publicStore as store } from '#testing/uploads/upload-harness.ts'
import { createUploadRows, type Upload, type UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'

let computers: TestComputers
let one: TestComputer
let two: TestComputer
let claim: string

const rowsOf = ({ database, protection }: TestComputer): UploadRows => createUploadRows(database, protection)
const said = (uploads: readonly Upload[]): readonly unknown[] =>
  uploads.map(({ state, record: { name, field, shared } }) => [state, name, field, shared])
const namesIn = (n: number): string => `office/${String(n).repeat(32)}.jpg`

/** A claim that waits: one of its files is in the store, two have only a name. */
beforeEach(async () => {
  computers = new TestComputers()
  one = computers.add()
  two = computers.add()
  const submission = claimSubmission({
    incidentPictureUrl: '',
    medicalReportUrl: '',
    deathCertificateUrl: '',
  })
  const fromFiles = attachmentFields.slice(0, 3)
  claim = submission.id
  valueOf(one.outbox.accept({ id: claim, body: { ...submission.body, fromFiles } }, at))
  for (const [n, field] of fromFiles.entries()) {
    const { id, size, sha256 } = await one.kept(claim, aPicture(), `${n}.jpg`)
    valueOf(one.store.change(id, { field }))
    const known = { entryId: claim, attachmentId: id, field, store, contentType: 'image/jpeg', size, sha256 }
    const [named = ''] = valueOf(rowsOf(one).name([{ ...known, name: namesIn(n) }]))
    if (n === 0) valueOf(rowsOf(one).note(named, { provedAt: at }, 'proved'))
  }
})

const there = (shared: boolean): readonly unknown[] => [
  ['proved', namesIn(0), 'incidentPictureUrl', shared],
  ['named', namesIn(1), 'medicalReportUrl', shared],
  ['named', namesIn(2), 'deathCertificateUrl', shared],
]

it('are on both computers with a copy, and only the first removes them from the store', async () => {
  await one.write()
  expect(said(rowsOf(one).ofEntry(claim))).toEqual(there(false))
  await two.takeIn()
  expect(said(rowsOf(two).ofEntry(claim))).toEqual(there(true))
  const attached = new Set((await two.filesOf(claim)).map(({ id }) => id))
  const ofClaim = rowsOf(two).ofEntry(claim)
  expect(ofClaim.filter(({ record }) => attached.has(record.attachmentId))).toHaveLength(3)
  valueOf(two.outbox.remove([claim], () => undefined))
  const unwanted = rowsOf(two).unwanted()
  expect(unwanted.map(({ id }) => rowsOf(two).removalOf(id))).toEqual(['row-only', 'row-only', 'row-only'])
  valueOf(one.outbox.remove([claim], () => undefined))
  expect(
    rowsOf(one)
      .unwanted()
      .map(({ id }) => rowsOf(one).removalOf(id)),
  ).toEqual(['whole', 'whole', 'whole'])
})

it('never take the name of another claim’s file', async () => {
  await one.write()
  const own = claimSubmission({ policyNumber: 'KKP/2026/LA/000005' })
  valueOf(two.outbox.accept(own, at))
  const { id, size, sha256 } = await two.kept(own.id, aPicture())
  const field = 'incidentPictureUrl'
  const known = {
    entryId: own.id,
    attachmentId: id,
    field,
    store,
    contentType: 'image/jpeg',
    size,
    sha256,
  } as const
  valueOf(rowsOf(two).name([{ ...known, name: namesIn(1) }]))
  await two.takeIn()
  expect(said(rowsOf(two).ofEntry(claim))).toEqual(there(true).filter((_one, n) => n !== 1))
  expect(rowsOf(two).ofEntry(own.id)).toHaveLength(1)
})
