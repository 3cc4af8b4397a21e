import { attachmentFields, type AttachmentField } from '../domain/attachment.ts'
import type { StoreProblem } from '../domain/file-store.ts'
import type { EntryBody, EntrySummary } from './entry.ts'
import { isWaiting } from './predicates.ts'

/**
 * Why files do not go up. `no-store`: none is set, or its key is not on this computer. `file-lost`: the bytes of a file
 * of this claim are gone or damaged.
 */
export type UploadHold = StoreProblem | 'no-store' | 'file-lost' | 'offline' | 'paused'

// Whether a hold ends without anyone's doing; the others need someone.
const resolves: Readonly<Record<UploadHold, boolean>> = {
  offline: true,
  paused: true,
  'no-connection': true,
  busy: true,
  'no-store': false,
  'wrong-key': false,
  'no-bucket': false,
  'not-allowed': false,
  'link-not-public': false,
  'clock-wrong': false,
  tls: false,
  'not-a-store': false,
  full: false,
  'file-lost': false,
}

/** Whether files stay here until someone does something about the file store, the clock or the file. */
export function needsSomeone(hold: UploadHold | null): hold is UploadHold {
  return hold !== null && !resolves[hold]
}

/** What becomes of the files of a claim whose links come from files. */
export interface EntryFiles {
  /** How many, and how many of them are in the file store. */
  readonly of: number
  readonly uploaded: number
  /** Bytes of all of them, and how many of those were sent. */
  readonly bytes: number
  readonly sentBytes: number
  /** How long the rest takes at the pace of the last half minute, in ms; null while none is known. */
  readonly leftMs: number | null
  /** What holds them back; null while nothing does. */
  readonly hold: UploadHold | null
  /** Files of it that are still in the file store although they should not be. */
  readonly unremoved: number
}

/** How far a file of an entry is, in or on its way to the file store. */
export interface FileUpload {
  readonly attachmentId: string
  /** It is there, and its link opens. */
  readonly isUploaded: boolean
  /** Bytes, and how many of them were sent. */
  readonly size: number
  readonly sentBytes: number
}

/** The files that are uploaded for the open environment, all claims together. */
export interface UploadStatus {
  /** Claims that wait for files, and the files not in the store yet. */
  readonly claims: number
  readonly files: number
  readonly bytes: number
  readonly sentBytes: number
  readonly leftMs: number | null
  readonly hold: UploadHold | null
  /** When the store is next tried, in system time; null while nothing waits for that. */
  readonly nextTryAt: string | null
  /** Files that are to be removed from the store and are still there. */
  readonly toRemove: number
  /** Of those, what the store refused to remove. */
  readonly refusedRemovals: number
}

/** The link fields of a body that still wait for their files. */
export function awaitedLinks(body: EntryBody): readonly AttachmentField[] {
  if (body.kind !== 'claim') return []
  const { claim, fromFiles = [] } = body
  return attachmentFields.filter((field) => fromFiles.includes(field) && claim[field] === '')
}

/** Whether a claim may not be sent yet, because files of it are not in the file store. */
export function waitsForFiles(body: EntryBody): boolean {
  return awaitedLinks(body).length > 0
}

/** A body as it was submitted: without the links that came from its files. */
export function asSubmitted(body: EntryBody): EntryBody {
  if (body.kind !== 'claim' || body.fromFiles === undefined) return body
  const emptied = Object.fromEntries(body.fromFiles.map((field) => [field, '']))
  return { ...body, claim: { ...body.claim, ...emptied } }
}

/** Whether an entry waits and files of it are still to be uploaded: until then it is not about to be sent. */
export function awaitsFiles({ state, files }: Pick<EntrySummary, 'state' | 'files'>): boolean {
  return isWaiting(state) && files !== null && files.uploaded < files.of
}

/** Whether it waits for a file that is gone from this computer: only an officer can move it on. */
export function hasLostFile(entry: Pick<EntrySummary, 'state' | 'files'>): boolean {
  return awaitsFiles(entry) && entry.files?.hold === 'file-lost'
}
