import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { attachmentLimits, type AttachmentFile } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import { ok } from '#shared/result.ts'
import { createAttachmentRows } from './attachment-rows.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { isPermitted, onSmallDisk, printedOnSmallDisk } from '#testing/app/real-trouble.ts'
import { done } from '#testing/claims/test-claims.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { AttachmentStore } from './attachment-store.ts'
import {
  aPicture,
  at,
  openTestAttachmentStore,
  type TestAttachmentStore,
} from '#testing/attachments/attachment-store.ts'

let attachments: TestAttachmentStore
let attachmentFolder: string

beforeEach(() => {
  attachments = openTestAttachmentStore(createTestFolder())
  attachmentFolder = join(attachments.folder, 'attachments')
  onTestFinished(() => attachments.database.close())
})

const filesOf = async (claimId: string): Promise<readonly AttachmentFile[]> =>
  done(await attachments.store.list(claimId)).files
const onDisk = (): readonly string[] => (existsSync(attachmentFolder) ? readdirSync(attachmentFolder) : [])

async function bytesOf({ id, size }: AttachmentFile): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let index = 0; index * attachmentLimits.part < size; index += 1) {
    const part = done(await attachments.store.part(id, index))
    if (part.type !== 'part') throw new Error(part.type)
    parts.push(Buffer.from(part.part, 'base64'))
  }
  return Buffer.concat(parts)
}
async function refusalOf(claimId: string, bytes: Uint8Array, name?: string): Promise<string> {
  const answer = done(await attachments.add(claimId, bytes, name))
  return answer.type === 'refused' ? answer.why : answer.type
}

describe('an attachment of a claim', () => {
  it.each(
    [1, 5000, attachmentLimits.part, attachmentLimits.part + 1, 3 * attachmentLimits.part].map((n) => n + 3),
  )('of %i bytes comes back as it was, with its hash', async (size) => {
    const picture = aPicture(size)
    const claimId = attachments.draft()
    const file = await attachments.kept(claimId, picture, 'front.jpg')
    expect(file).toMatchObject({
      number: 1,
      name: 'front.jpg',
      kind: 'jpeg',
      size,
      sha256: createHash('sha256').update(picture).digest('hex'),
      field: null,
      state: 'kept',
    })
    expect(await filesOf(claimId)).toEqual([file])
    expect((await bytesOf(file)).equals(picture)).toBe(true)
  })

  it('is stored under a random name, sealed, and so is its record', async () => {
    const picture = aPicture()
    const file = await attachments.kept(attachments.draft(), picture, 'Ngozi Made-Up.jpg')
    expect(onDisk()).toEqual([file.id])
    const everything = [
      readFileSync(join(attachmentFolder, file.id)),
      readFileSync(attachments.file),
      readFileSync(`${attachments.file}-wal`),
    ]
    for (const secret of [
      picture.subarray(1000, 1016),
      Buffer.from('Ngozi'),
      Buffer.from(file.sha256.slice(0, 16)),
    ]) {
      expect(everything.some((bytes) => bytes.includes(secret))).toBe(false)
    }
  })

  it('has the type its first bytes show, whatever its name', async () => {
    const claimId = attachments.draft()
    const kinds = [
      ['\u0089PNG\r\n\u001a\n....', 'png'],
      ['RIFF....WEBPVP8 ', 'webp'],
      ['\n%PDF-1.7 ....', 'pdf'],
    ] as const
    for (const [bytes, kind] of kinds) {
      expect(await attachments.kept(claimId, Buffer.from(bytes, 'latin1'), 'a.txt')).toMatchObject({ kind })
    }
    expect(await refusalOf(claimId, Buffer.from('MZ an executable'), 'a.jpg')).toBe('not-a-picture-or-pdf')
    expect(await refusalOf(claimId, Buffer.from('<svg xmlns="…">'), 'a.png')).toBe('not-a-picture-or-pdf')
    expect(await refusalOf(claimId, Buffer.from('\0\0\0\u0018ftypheic\0\0', 'latin1'), 'a.jpg')).toBe('heic')
    expect(await refusalOf(claimId, Buffer.alloc(0))).toBe('empty')
    expect(onDisk()).toHaveLength(3)
  })

  it('takes its slot from the file that had it when its last part is there, in one commit', async () => {
    const claimId = attachments.draft()
    const inSlot = async (bytes: Uint8Array): Promise<AttachmentFile> => {
      const id = newId()
      const file = { id, claimId, name: 'a.jpg', size: bytes.length, photos: 3 }
      const whole = { ...file, field: 'medicalReportUrl', index: 0, bytes } as const
      const answer = done(await attachments.store.addPart(whole, at))
      if (answer.type !== 'kept') throw new Error(answer.type)
      return answer.file
    }
    const first = await inSlot(aPicture())
    expect(first).toMatchObject({ field: 'medicalReportUrl', photos: 3 })
    const second = await inSlot(aPicture())
    const third = await attachments.kept(claimId, aPicture())
    const slots = async (): Promise<unknown> => (await filesOf(claimId)).map(({ field }) => field)
    expect(await slots()).toEqual([null, 'medicalReportUrl', null])
    expect(attachments.store.slotsOf(claimId)).toEqual(ok({ medicalReportUrl: second.id }))

    attachments.database.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON attachment WHEN OLD.id = '${third.id}'
      BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    expect(() => attachments.store.change(third.id, { field: 'medicalReportUrl' })).toThrow('no room')
    expect(await slots()).toEqual([null, 'medicalReportUrl', null])
    attachments.database.exec('DROP TRIGGER refuse')
    done(attachments.store.change(third.id, { field: 'medicalReportUrl' }))
    expect(await slots()).toEqual([null, null, 'medicalReportUrl'])
  })

  it('is refused when an identical one exists, and numbers are not reused after a removal', async () => {
    const claimId = attachments.draft()
    const picture = aPicture()
    const first = await attachments.kept(claimId, picture)
    expect(await refusalOf(claimId, picture)).toBe('already-there')
    expect(await attachments.kept(claimId, aPicture())).toMatchObject({ number: 2 })
    done(await attachments.store.remove(first.id))
    expect(await attachments.kept(claimId, picture)).toMatchObject({ number: 3 })
    expect(onDisk()).toHaveLength(2)
  })

  it('is refused beyond twenty, and beyond 8 MB before its bytes come', async () => {
    const claimId = attachments.draft()
    const large = {
      id: newId(),
      claimId,
      name: 'a.jpg',
      size: attachmentLimits.fileSize + 1,
      photos: null,
      field: null,
      index: 0,
      bytes: aPicture(),
    }
    expect(done(await attachments.store.addPart(large, at))).toEqual({ type: 'refused', why: 'too-large' })
    for (let n = 0; n < attachmentLimits.filesOfClaim; n += 1) await attachments.kept(claimId, aPicture(20))
    expect(await refusalOf(claimId, aPicture())).toBe('too-many')
    expect(await refusalOf(attachments.draft(), aPicture())).toBe('kept')
  })

  it('leaves nothing when its parts are out of order, or its claim was removed meanwhile', async () => {
    const claimId = attachments.draft()
    const { part } = attachmentLimits
    const bytes = aPicture(2 * part + 5)
    const file = { id: newId(), claimId, name: 'a.jpg', size: bytes.length, photos: null, field: null }
    const send = async (index: number, change: object = {}) =>
      done(
        await attachments.store.addPart(
          { ...file, index, bytes: bytes.subarray(index * part, (index + 1) * part), ...change },
          at,
        ),
      )
    const brokenOff = { type: 'refused', why: 'broken-off' }
    expect(await send(0)).toEqual({ type: 'more' })
    expect(await send(2)).toEqual(brokenOff)
    expect(await send(1)).toEqual(brokenOff)
    expect(await send(0)).toEqual({ type: 'more' })
    expect(await send(1, { bytes: bytes.subarray(0, 7) })).toEqual(brokenOff)
    expect(await send(0)).toEqual({ type: 'more' })
    expect(await send(1, { claimId: attachments.draft() })).toEqual(brokenOff)
    expect(onDisk()).toEqual([])
    await send(0)
    await send(1)
    done(attachments.drafts.forget(claimId))
    expect(await send(2)).toEqual(brokenOff)
    expect(onDisk()).toEqual([])
  })
})

describe('the attachments of a claim', () => {
  it('stay when the draft becomes an entry, and move when that becomes a draft again', async () => {
    const submission = claimSubmission()
    const claimId = submission.id
    const draft = attachments.drafts.one(attachments.draft())?.draft
    if (draft === undefined) throw new Error('No draft.')
    done(attachments.drafts.save({ ...draft, id: claimId }))
    const file = await attachments.kept(claimId, aPicture())
    done(attachments.outbox.accept(submission, at))
    done(attachments.drafts.forget(claimId))
    expect(await filesOf(claimId)).toEqual([file])

    const next = newId()
    const withdraw = { type: 'withdraw', at, to: 'draft' } as const
    done(
      attachments.outbox.apply(claimId, withdraw, () => {
        attachments.drafts.keepWithin({ ...draft, id: next })
        attachments.store.moveWithin(claimId, next)
      }),
    )
    expect(await filesOf(claimId)).toEqual([])
    expect(await filesOf(next)).toEqual([file])
  })

  it('are removed with their draft or entry, bytes and keys, and others stay', async () => {
    const other = attachments.draft()
    const stays = await attachments.kept(other, aPicture())
    const gone = attachments.draft()
    await attachments.kept(gone, aPicture())
    done(attachments.drafts.forget(gone))
    const submission = claimSubmission()
    done(attachments.outbox.accept(submission, at))
    await attachments.kept(submission.id, aPicture())
    done(attachments.outbox.remove([submission.id]))
    expect(onDisk()).toHaveLength(3)
    done(attachments.store.removeOrphans())
    expect(onDisk()).toEqual([stays.id])
    expect(attachments.database.prepare('SELECT id FROM attachment').all()).toEqual([{ id: stays.id }])
  })

  it('are reported missing or damaged, and one that was changed does not open', async () => {
    const claimId = attachments.draft()
    const [cut, gone, changed, swapped] = [
      await attachments.kept(claimId, aPicture()),
      await attachments.kept(claimId, aPicture()),
      await attachments.kept(claimId, aPicture()),
      await attachments.kept(claimId, aPicture(6000)),
    ]
    const path = ({ id }: AttachmentFile): string => join(attachmentFolder, id)
    writeFileSync(path(cut), readFileSync(path(cut)).subarray(0, -1))
    rmSync(path(gone))
    const bytes = readFileSync(path(changed))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(path(changed), bytes)
    const foreign = await attachments.kept(claimId, aPicture(6000))
    renameSync(path(foreign), path(swapped))
    const states = (await filesOf(claimId)).map(({ state }) => state)
    expect(states).toEqual(['damaged', 'missing', 'kept', 'kept', 'missing'])
    expect(done(await attachments.store.part(cut.id, 0))).toEqual({ type: 'damaged' })
    expect(done(await attachments.store.part(gone.id, 0))).toEqual({ type: 'missing' })
    expect(done(await attachments.store.part(changed.id, 0))).toEqual({ type: 'damaged' })
    expect(done(await attachments.store.part(swapped.id, 0))).toEqual({ type: 'damaged' })
    expect(done(await attachments.store.part(swapped.id, 9))).toEqual({ type: 'damaged' })
  })

  it('are counted when their record does not open', async () => {
    const claimId = attachments.draft()
    const { id } = await attachments.kept(claimId, aPicture())
    attachments.database
      .prepare('UPDATE attachment SET sealed = ? WHERE id = ?')
      .run(Buffer.from('noise'), id)
    expect(done(await attachments.store.list(claimId))).toEqual({ files: [], unreadable: 1 })
    expect(done(await attachments.store.part(id, 0))).toEqual({ type: 'damaged' })
  })
})

describe('a start', () => {
  it('removes unfinished uploads and files without a key, and keeps the rest', async () => {
    const { id } = await attachments.kept(attachments.draft(), aPicture())
    writeFileSync(join(attachmentFolder, `${newId()}.part`), 'cut off')
    writeFileSync(join(attachmentFolder, newId()), 'no key')
    new AttachmentStore({
      database: attachments.database,
      protection: attachments.protection,
      outboxFile: attachments.file,
    })
    expect(onDisk()).toEqual([id])
  })

  it('keeps files without a key while a damaged outbox file that may contain it is set aside', () => {
    mkdirSync(attachmentFolder)
    writeFileSync(join(attachmentFolder, newId()), 'its key lies aside')
    const aside = `${attachments.file}.damaged-2026-11-21T09-00-00-000Z`
    writeFileSync(aside, '')
    new AttachmentStore({
      database: attachments.database,
      protection: attachments.protection,
      outboxFile: attachments.file,
    })
    expect(onDisk()).toHaveLength(1)
    rmSync(aside)
    done(attachments.store.removeOrphans())
    expect(onDisk()).toEqual([])
  })
})

describe('a full disk', () => {
  const script = new URL('../../../testing/attachments/fill-disk.ts', import.meta.url)

  it.runIf(isPermitted(onSmallDisk('/mnt', 65_536, ['true'])))('takes no half of a file', () => {
    const folder = createTestFolder()
    mkdirSync(join(folder, 'attachments'))
    const printed = printedOnSmallDisk(join(folder, 'attachments'), 600_000, script, folder)
    expect(printed).toEqual({ small: 'kept', large: 'disk-full', kept: 1, files: 1 })
  })
})

it('the key of a file is only in its sealed record', async () => {
  const claimId = attachments.draft()
  const { id } = await attachments.kept(claimId, aPicture())
  const key = createAttachmentRows(attachments.database, attachments.protection).one(id)?.record?.key ?? ''
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  const bytes = [attachments.file, `${attachments.file}-wal`, join(attachmentFolder, id)].map((path) =>
    readFileSync(path),
  )
  expect(bytes.some((file) => file.includes(key) || file.includes(Buffer.from(key, 'base64')))).toBe(false)
})
