import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aPicture, openTestAttachmentStore } from './attachment-store.ts'

/*
 * Adds a small and a large file where the disk has room only for the small one, and prints the answers and the files
 * on the disk: `node fill-disk.ts FOLDER`.
 */
const [, , folder = ''] = process.argv
const attachments = openTestAttachmentStore(folder)
const claimId = attachments.draft()
const small = await attachments.add(claimId, aPicture(20_000))
const large = await attachments.add(claimId, aPicture(3_000_000))
const kept = await attachments.store.list(claimId)
const files = readdirSync(join(folder, 'attachments'))
process.stdout.write(
  JSON.stringify({
    small: small.ok ? small.value.type : small.error.type,
    large: large.ok ? large.value.type : large.error.type,
    kept: kept.ok ? kept.value.files.length : kept.error.type,
    files: files.length,
  }),
)
