import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aPicture, openTestAttachmentStore } from './attachment-store.ts'

/*
 * Adds a small and a large file where the disk has room only for the small one, and prints the answers and the files
 * on the disk: `node fill-disk.ts FOLDER`.
 */
const [, , folder = ''] = process.argv
const shelf = openTestAttachmentStore(folder)
const claimId = shelf.draft()
const small = await shelf.add(claimId, aPicture(20_000))
const large = await shelf.add(claimId, aPicture(3_000_000))
const kept = await shelf.store.shelf(claimId)
const files = readdirSync(join(folder, 'evidence'))
process.stdout.write(
  JSON.stringify({
    small: small.ok ? small.value.type : small.error.type,
    large: large.ok ? large.value.type : large.error.type,
    kept: kept.ok ? kept.value.files.length : kept.error.type,
    files: files.length,
  }),
)
