import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newComputerNumber } from '#shared/domain/computer-number.ts'
import { newId } from '#shared/domain/identifier.ts'
import { ok } from '#shared/result.ts'
import { at } from '#testing/attachments/attachment-store.ts'
import { madeUpDraft } from '#testing/outbox/made-up.ts'
import { textOfContent, type BackupContent, type BackupFile } from '#main/office/backup/backup-content.ts'
import { newBackupKey, sealBackup, type BackupTitle } from '#main/office/backup/backup-format.ts'
import { carriedLength, sealFile } from '#main/office/backup/file-section.ts'
import { keyCost, passphrase } from './test-computers.ts'

/** A file of a forged backup: what its list says of it, and its bytes. */
export interface ForgedFile {
  readonly file: BackupFile
  readonly bytes: Buffer
}

/** What the list of a backup would say of these bytes, unless it is changed. */
export function forgedFile(claimId: string, bytes: Buffer, change: object = {}): ForgedFile {
  const file: BackupFile = {
    id: newId(),
    claimId,
    addedAt: at,
    number: 1,
    name: 'made up.jpg',
    kind: 'jpeg',
    size: bytes.length,
    photos: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    field: null,
    upload: null,
    carried: true,
    ...change,
  }
  return { file, bytes }
}

/** Writes a backup that no application of ours would: one draft, and these files. */
export async function forgeBackup(
  path: string,
  draftId: string,
  files: readonly ForgedFile[],
  { extraBytes = 0 }: { readonly extraBytes?: number } = {},
): Promise<void> {
  const draft = madeUpDraft({ id: draftId })
  const content: BackupContent = {
    id: newId(),
    from: newComputerNumber(),
    entries: [],
    drafts: [{ officerId: null, draft }],
    files: files.map(({ file }) => file),
  }
  const key = await newBackupKey(passphrase, keyCost)
  const fileBytes = files.reduce((sum, { file }) => sum + carriedLength(file.size), extraBytes)
  const parts = [
    { name: 'entries', count: 0 },
    { name: 'drafts', count: 1 },
    { name: 'files', count: files.length },
  ]
  const title = { application: '0.1.0', createdAt: at, environment: 'sandbox', parts, fileBytes } as const
  const { section, start } = sealBackup(title, key, await textOfContent(content))
  const pieces: Buffer[] = []
  for await (const piece of start()) pieces.push(piece)
  for (const { file, bytes } of files) {
    const sealed = sealFile(section, file, chunksOf(bytes))
    for await (const piece of sealed) pieces.push(piece)
  }
  await writeFile(path, Buffer.concat([...pieces, Buffer.alloc(extraBytes)]))
}

/** Writes a backup without files, whatever its text is. */
export async function forgeText(path: string, text: string | Buffer): Promise<void> {
  const title: BackupTitle = {
    application: '0.1.0',
    createdAt: at,
    environment: 'sandbox',
    parts: [{ name: 'entries', count: 0 }],
    fileBytes: 0,
  }
  const { start } = sealBackup(title, await newBackupKey(passphrase, keyCost), Buffer.from(text))
  await writeFile(path, start())
}

// oxlint-disable-next-line typescript/require-await -- a file's bytes are always read asynchronously
async function* chunksOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += attachmentLimits.part) {
    yield ok(bytes.subarray(from, from + attachmentLimits.part))
  }
}
