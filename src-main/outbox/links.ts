import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from './entry-codec.ts'

/** The links of a claim's files; an empty one takes a link back, and the claim waits for that file again. */
export type FileLinks = Readonly<Partial<Record<AttachmentField, string>>>

/**
 * An entry's body with these links. Null where they may not be written: something of it may have reached the insurer, an
 * attempt is open, or a field is none whose link comes from a file.
 */
export function bodyWithLinks({ body, state, sends }: KeptEntry, links: FileLinks): EntryBody | null {
  if (body.kind !== 'claim' || !isWaiting(state) || sends > 0) return null
  const { fromFiles = [] } = body
  const given = attachmentFields.filter((field) => links[field] !== undefined)
  if (!given.every((field) => fromFiles.includes(field))) return null
  return { ...body, claim: { ...body.claim, ...links } }
}
