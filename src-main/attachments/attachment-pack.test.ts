import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { packName } from '#shared/domain/attachment.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { manifest, packFileName, writePack } from './attachment-pack.ts'
import { createAttachmentStore } from './attachment-store.ts'
import { beginPack } from './unfinished-packs.ts'
import { aPicture, openTestAttachmentStore, type TestAttachmentStore } from './testing/attachment-store.ts'

const policyNumber = 'KKP/2023/GO/001032'
let attachments: TestAttachmentStore
let target: string

beforeEach(() => {
  attachments = openTestAttachmentStore(createTestFolder())
  target = join(createTestFolder(), 'pack.zip')
  onTestFinished(() => attachments.database.close())
})

const notes = (): string => join(attachments.folder, 'attachments')

/** The content of a zip, read from its central directory. */
function contentsOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const contents = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const size = zip.readUInt32LE(at + 24)
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    expect(zip.readUInt32LE(local)).toBe(0x04034b50)
    const begin = local + 30 + zip.readUInt16LE(local + 26)
    const bytes = zip.subarray(begin, begin + size)
    expect(crc32(bytes), name).toBe(zip.readUInt32LE(at + 16))
    contents.set(name, bytes)
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  expect(end + 22).toBe(zip.length)
  return contents
}

async function packed(claimId: string) {
  const files = await attachments.store.readable(claimId)
  if (!files.ok) throw new Error(files.error.type)
  return await writePack({ policyNumber, files: files.value }, target, notes())
}

it('a pack holds every file unchanged, under a descriptive name, and a list of them', async () => {
  const claimId = attachments.draft()
  const pictures = [aPicture(1_000_000), aPicture(7)]
  const kept = [
    await attachments.kept(claimId, pictures[0] ?? aPicture()),
    await attachments.kept(claimId, pictures[1] ?? aPicture(), 'a,"b".jpg'),
  ]
  expect(await packed(claimId)).toEqual({ ok: true, value: { type: 'saved', files: 2, leftOut: [] } })
  const contents = contentsOf(readFileSync(target))
  const names = kept.map((file) => packName(policyNumber, file))
  expect(names[0]).toMatch(/^KKP-2023-GO-001032_1_[0-9a-f]{8}\.jpg$/)
  expect([...contents.keys()]).toEqual([...names, 'manifest.csv'])
  expect(contents.get(names[0] ?? '')?.equals(pictures[0] ?? aPicture())).toBe(true)
  const list = contents.get('manifest.csv')?.toString() ?? ''
  expect(list).toContain(`${names[1]},Other,"a,""b"".jpg",7,${kept[1]?.sha256},\r\n`)
  expect(readdirSync(join(target, '..'))).toEqual(['pack.zip'])
})

it('a pack can be read by other programs', async (context) => {
  const claimId = attachments.draft()
  const file = await attachments.kept(claimId, aPicture())
  await packed(claimId)
  let listed: string
  try {
    listed = execFileSync('python3', ['-m', 'zipfile', '-l', target], { encoding: 'utf8' })
    execFileSync('python3', ['-m', 'zipfile', '-t', target])
  } catch (thrown) {
    const isThere = !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')
    if (isThere) throw thrown
    context.skip()
    return
  }
  expect(listed).toContain(packName(policyNumber, file))
})

it('missing or damaged files are left out and listed, and an empty pack is not written', async () => {
  const claimId = attachments.draft()
  const whole = await attachments.kept(claimId, aPicture(600_000), 'whole.jpg')
  const cut = await attachments.kept(claimId, aPicture(600_000), 'cut.jpg')
  const path = join(attachments.folder, 'attachments', cut.id)
  const bytes = readFileSync(path)
  bytes[500_000] = (bytes[500_000] ?? 0) ^ 1
  writeFileSync(path, bytes)
  expect(await packed(claimId)).toEqual({
    ok: true,
    value: { type: 'saved', files: 1, leftOut: ['cut.jpg'] },
  })
  expect([...contentsOf(readFileSync(target)).keys()]).toEqual([
    packName(policyNumber, whole),
    'manifest.csv',
  ])

  const other = attachments.draft()
  const { id } = await attachments.kept(other, aPicture())
  writeFileSync(join(attachments.folder, 'attachments', id), '')
  expect(await packed(other)).toEqual({ ok: true, value: { type: 'nothing-whole' } })
  expect(readdirSync(join(target, '..'))).toEqual(['pack.zip'])
})

it('a name that a spreadsheet would evaluate is text in the list', () => {
  const file = {
    id: '',
    number: 1,
    name: '=cmd|calc',
    kind: 'jpeg',
    size: 1,
    originalSize: null,
    sha256: 'ab'.repeat(32),
    addedAt: '',
    field: 'medicalReportUrl',
    link: null,
    state: 'kept',
  } as const
  expect(manifest(policyNumber, [file])).toContain(`,Medical report,'=cmd|calc,1,`)
})

it('the name of a pack says nothing of the claim', () => {
  const id = '0192a3b4-0000-7000-8000-0123456789ab'
  expect(packFileName(id, new Date('2026-11-21T09:00:00Z'))).toBe('evidence_2026-11-21_456789ab.zip')
})

it('what a crash left of a pack is removed at the next start, and no other file', async () => {
  const begun = await beginPack(target, notes())
  writeFileSync(begun.path, 'unsealed')
  const others = ['pack.zip', '.claims-desk-x.tmp'].map((name) => join(target, '..', name))
  for (const other of others) {
    writeFileSync(other, 'of someone else')
    writeFileSync(join(notes(), `${basename(other)}.pack.part`), other)
  }
  expect(readFileSync(join(notes(), readdirSync(notes())[0] ?? ''), 'utf8')).not.toContain('KKP')
  const { database, protection, file } = attachments
  createAttachmentStore({ database, protection, outboxFile: file })
  expect(readdirSync(join(target, '..')).sort()).toEqual(['.claims-desk-x.tmp', 'pack.zip'])
  expect(readdirSync(notes())).toEqual([])
})

it('a pack on a disk that is not there now is removed once it is', async () => {
  const disk = join(target, '..')
  const begun = await beginPack(target, notes())
  writeFileSync(begun.path, 'unsealed')
  renameSync(disk, `${disk}-away`)
  const { database, protection, file } = attachments
  createAttachmentStore({ database, protection, outboxFile: file })
  renameSync(`${disk}-away`, disk)
  expect(existsSync(begun.path)).toBe(true)
  createAttachmentStore({ database, protection, outboxFile: file })
  expect(existsSync(begun.path)).toBe(false)
})
