import { open, rename, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { packName, type AttachmentExport, type AttachmentFile } from '#shared/domain/attachment.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { storageFailureOf, type StorageFailure } from '../platform/storage-failure.ts'
import { csvOf } from '../platform/csv.ts'
import { say } from '../texts/texts.ts'
import type { ReadableFile } from './attachment-store.ts'
import { beginPack, type UnfinishedPack } from './unfinished-packs.ts'
import { ZipFile } from './zip-file.ts'

export interface Pack {
  readonly policyNumber: string
  readonly files: readonly ReadableFile[]
}

/** The suggested name for a pack, which says nothing of the claim. @param claimId tells packs of one day apart */
export function packFileName(claimId: string, now: Date): string {
  return `evidence_${now.toISOString().slice(0, 10)}_${claimId.slice(-8)}.zip`
}

/**
 * Writes the attachments of a claim into a zip, for uploading them elsewhere: unsealed, with descriptive names and a
 * list. Missing or damaged ones are left out and listed; if the disk fails, no file remains.
 *
 * @param notes the folder of ours that notes what is being written
 */
export async function writePack(
  { policyNumber, files }: Pack,
  target: string,
  notes: string,
): Promise<Result<AttachmentExport, StorageFailure>> {
  let passing: UnfinishedPack | null = null
  try {
    passing = await beginPack(target, notes)
    const written = await writeZip({ policyNumber, files }, passing.path)
    const isEmpty = written.in.length === 0
    await (isEmpty ? rm(passing.path, { force: true }) : rename(passing.path, target))
    await passing.done()
    if (isEmpty) return ok({ type: 'nothing-whole' })
    return ok({ type: 'saved', files: written.in.length, leftOut: written.leftOut })
  } catch (thrown) {
    // Where it cannot be removed now, the note stays for the next start.
    if (passing !== null)
      await rm(passing.path, { force: true })
        .then(passing.done)
        .catch(() => undefined)
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    return err(failure)
  }
}

interface WrittenPack {
  readonly in: readonly AttachmentFile[]
  readonly leftOut: readonly string[]
}

async function writeZip({ policyNumber, files }: Pack, path: string): Promise<WrittenPack> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const zip = new ZipFile(handle)
    const whole: AttachmentFile[] = []
    const leftOut: string[] = []
    for (const { file, crc32: sum, bytes } of files) {
      const entry = {
        name: packName(policyNumber, file),
        size: file.size,
        crc32: sum,
        modified: new Date(file.addedAt),
      }
      if (await zip.add(entry, plain(bytes()))) whole.push(file)
      else leftOut.push(file.name)
    }
    const list = Buffer.from(manifest(policyNumber, whole))
    const entry = { name: 'manifest.csv', size: list.length, crc32: crc32(list), modified: new Date() }
    await zip.add(entry, only(list))
    await zip.finish()
    await handle.sync()
    return { in: whole, leftOut }
  } finally {
    await handle.close()
  }
}

async function* plain(bytes: ReturnType<ReadableFile['bytes']>): AsyncGenerator<Uint8Array | null> {
  for await (const some of bytes) yield some.ok ? some.value : null
}

// oxlint-disable-next-line typescript/require-await
async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The list of a pack, for people and their spreadsheets; the last column is for the links. */
export function manifest(policyNumber: string, files: readonly AttachmentFile[]): string {
  const head = [
    ...(['file', 'shows', 'name', 'size'] as const).map((column) => say(`attachments.columns.${column}`)),
    'SHA-256',
    say('attachments.columns.link'),
  ]
  const rows = files.map((file) => [
    packName(policyNumber, file),
    say(`attachments.shows.${file.field ?? 'other'}`),
    file.name,
    file.size,
    file.sha256,
    file.link ?? '',
  ])
  return csvOf([head, ...rows])
}
