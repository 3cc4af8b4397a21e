import { fieldsThatHold, type FieldOf } from './claim-fields.ts'

/** Accepted file types, detected from the first bytes, never from the name. */
export const attachmentKinds = ['jpeg', 'png', 'webp', 'pdf'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** The link fields of a claim that a file can be attached for. */
export const attachmentFields = fieldsThatHold('link')
export type AttachmentField = FieldOf<'link'>

/** Whether a field takes a file or a link. */
export function isSlot(name: string): name is AttachmentField {
  return attachmentFields.some((field) => field === name)
}

export const attachmentLimits = {
  /** Bytes of one file. */
  fileSize: 8_000_000,
  filesOfClaim: 20,
  nameLength: 200,
  /** Bytes sent to main in one part. */
  part: 262_144,
} as const

/** A file kept with a draft or an entry, as the page sees it. */
export interface AttachmentFile {
  readonly id: string
  /** Its number among the claim's files, from 1; it does not change when others are removed. */
  readonly number: number
  /** The original file name. */
  readonly name: string
  readonly kind: AttachmentKind
  /** Bytes. */
  readonly size: number
  /** How many photos made smaller here it holds; null for what was taken as it is. */
  readonly photos: number | null
  /** Hexadecimal. */
  readonly sha256: string
  readonly addedAt: string
  readonly field: AttachmentField | null
  /** `missing` and `damaged`: the bytes on this computer are gone or do not match. */
  readonly state: 'kept' | 'missing' | 'damaged'
}

/** The files of a claim; `unreadable` counts those whose record cannot be opened. */
export interface AttachmentList {
  readonly files: readonly AttachmentFile[]
  readonly unreadable: number
}

/** Why a file is refused. */
export const attachmentRefusals = [
  'empty',
  'too-large',
  'too-many',
  'heic',
  'not-a-picture-or-pdf',
  'already-there',
  'broken-off',
] as const
export type AttachmentRefusal = (typeof attachmentRefusals)[number]

/** The result of adding a part of a file. */
export type AttachmentAddAnswer =
  | { readonly type: 'more' }
  | { readonly type: 'kept'; readonly file: AttachmentFile }
  | { readonly type: 'refused'; readonly why: AttachmentRefusal }

/** A part of a file's bytes as base64, or why there is none. */
export type AttachmentPart =
  | { readonly type: 'part'; readonly part: string }
  | { readonly type: 'missing' }
  | { readonly type: 'damaged' }

/** The ending of a file's name, by its kind. */
export const fileEndings = { jpeg: 'jpg', png: 'png', webp: 'webp', pdf: 'pdf' } as const satisfies Record<
  AttachmentKind,
  string
>

/** What a file says it is where it is sent or shown, by its kind. */
export const contentTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const satisfies Record<AttachmentKind, string>
