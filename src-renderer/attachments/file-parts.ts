import {
  attachmentLimits,
  type AttachmentAddAnswer,
  type AttachmentField,
  type AttachmentFile,
} from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

const { part: partBytes, fileSize, nameLength } = attachmentLimits

/** A file on its way to main. */
export interface FileToSend {
  readonly name: string
  /** What was made here stays in this page's memory: the browser may write a large Blob to its profile unencrypted. */
  readonly bytes: Blob | Uint8Array<ArrayBuffer>
  /** How many photos made smaller here it holds; null for a file as it is. */
  readonly photos: number | null
  readonly field: AttachmentField | null
}

/** Sends a file to main in parts. @param onShare called with the share sent so far, from 0 to 1. */
export async function sendFile(
  claimId: string,
  { name, bytes, photos, field }: FileToSend,
  onShare: (share: number) => void,
): Promise<Result<AttachmentAddAnswer, Failure>> {
  const size = bytes instanceof Blob ? bytes.size : bytes.length
  if (size > fileSize) return ok({ type: 'refused', why: 'too-large' })
  if (size === 0) return ok({ type: 'refused', why: 'empty' })
  const whole = { id: newId(), claimId, name: shortened(name), size, photos, field }
  for (let index = 0; index * partBytes < size; index += 1) {
    const some = bytes.slice(index * partBytes, (index + 1) * partBytes)
    const part = await base64Of(some)
    if (part === null) return ok({ type: 'refused', why: 'broken-off' })
    const answer = await askMain('attachments:add-part', { ...whole, index, part })
    if (!answer.ok || answer.value.type !== 'more') return answer
    onShare(Math.min(1, ((index + 1) * partBytes) / size))
  }
  return ok({ type: 'refused', why: 'broken-off' })
}

/** The bytes of a kept file, held in this page's memory; null if they cannot be read. */
export async function bytesOf({
  id,
  size,
}: Pick<AttachmentFile, 'id' | 'size'>): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(size)
  for (let index = 0; index * partBytes < size; index += 1) {
    const answer = await askMain('attachments:part', { id, index })
    if (!answer.ok || answer.value.type !== 'part') return null
    const some = Uint8Array.from(atob(answer.value.part), (character) => character.charCodeAt(0))
    bytes.set(some, index * partBytes)
  }
  return bytes
}

/** Gives one claim the files of another, each in its slot. One that cannot be read here is not there, as its slot shows. */
export async function copyFiles(fromClaimId: string, toClaimId: string): Promise<void> {
  const listed = await askMain('attachments:list', { claimId: fromClaimId })
  for (const file of listed.ok ? listed.value.files : []) {
    const bytes = await bytesOf(file)
    if (bytes !== null) await sendFile(toClaimId, { ...file, bytes }, () => undefined)
  }
}

// Keep the end of a long name: it has the file extension.
function shortened(name: string): string {
  const bare = name.trim()
  return bare === '' ? 'file' : bare.slice(-nameLength).trim()
}

/** Null if the file cannot be read, for example because it was moved or deleted in the meantime. */
async function base64Of(some: Blob | Uint8Array): Promise<string | null> {
  try {
    const bytes = some instanceof Blob ? new Uint8Array(await some.arrayBuffer()) : some
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192) {
      text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    }
    return btoa(text)
  } catch {
    return null
  }
}
