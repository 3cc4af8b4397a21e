import type { Failure } from '#shared/failure.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { awaitedLinks } from '#shared/outbox/entry-files.ts'
import type { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import type { StoreSource } from './stores.ts'

/** Why a claim cannot be submitted with its files; null where it can, or where it has none. */
export async function refusalOfFiles(
  { id, body }: { readonly id: string; readonly body: EntryBody },
  attachments: Pick<AttachmentStore, 'list'>,
  stores: Pick<StoreSource, 'current'>,
): Promise<Failure | null> {
  const awaited = awaitedLinks(body)
  if (awaited.length === 0) return null
  if (stores.current() === null) return { type: 'no-file-store' }
  const listed = await attachments.list(id)
  if (!listed.ok) return failureOf(listed.error)
  const isWhole = awaited.every((field) =>
    listed.value.files.some((file) => file.field === field && file.state === 'kept'),
  )
  return isWhole ? null : { type: 'files-not-whole' }
}
