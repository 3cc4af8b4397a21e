import * as v from 'valibot'
import { DraftSchema, IdSchema } from '#shared/domain/draft.ts'
import { attachmentFields, attachmentKinds, attachmentLimits } from '#shared/domain/attachment.ts'
import { claimLimits } from '#shared/domain/claim.ts'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import { ComputerNumberSchema } from '#shared/domain/computer-number.ts'
import { EntryBodySchema, EntryStateSchema } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { FollowUpRowSchema } from '#main/delivery/claims/follow-up-rows.ts'
import { CandidateSchema, SeenRowSchema } from '#main/outbox/insurer-claims.ts'
import { KeptNoteSchema, ReportedAttemptSchema } from '#main/outbox/entry-history.ts'
import { Slices } from '#main/platform/slices.ts'
import { cutUp } from './cut-up.ts'

const moment = v.string()
const nullableText = v.nullable(v.string())
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const EntrySchema = v.strictObject({
  id: IdSchema,
  officerId: v.nullable(IdSchema),
  acceptedAt: moment,
  attempts: whole,
  body: EntryBodySchema,
  state: EntryStateSchema,
  firstAttemptAt: nullableText,
  sends: whole,
  tries: v.array(ReportedAttemptSchema),
  notes: v.array(KeptNoteSchema),
  rows: v.array(SeenRowSchema),
  /** Those that an officer ruled out are not asked about again on the other computer. */
  candidates: v.array(CandidateSchema),
  /** What the insurer said of it after it was received, and what officers noted; null for nothing. */
  followUp: v.nullable(FollowUpRowSchema),
})

/** An entry with everything stored about it. */
export type BackupEntry = Readonly<v.InferOutput<typeof EntrySchema>>

const DraftRecordSchema = v.strictObject({ officerId: v.nullable(IdSchema), draft: DraftSchema })
export type BackupDraft = Readonly<v.InferOutput<typeof DraftRecordSchema>>

/** Where a file is in the file store, or on its way there: the other computer goes on under the same name. */
const UploadSchema = v.strictObject({
  state: v.picklist(['named', 'proved', 'linked']),
  name: v.pipe(
    v.string(),
    v.maxLength(400),
    v.regex(/^([A-Za-z0-9._-]+\/)*[0-9a-f]{32}\.(jpg|png|webp|pdf)$/),
  ),
  store: FileStoreSchema,
  contentType: v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z]+\/[a-z]+$/)),
  md5: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
  uploadId: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
  provedAt: nullableText,
  link: v.nullable(v.pipe(v.string(), v.maxLength(claimLimits.url))),
  shared: v.boolean(),
})

const FileSchema = v.strictObject({
  id: IdSchema,
  /** The entry or draft it belongs to. */
  claimId: IdSchema,
  addedAt: moment,
  number: v.pipe(whole, v.minValue(1)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(attachmentLimits.nameLength)),
  kind: v.picklist(attachmentKinds),
  size: v.pipe(whole, v.minValue(1), v.maxValue(attachmentLimits.fileSize)),
  photos: v.nullable(whole),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  field: v.nullable(v.picklist(attachmentFields)),
  upload: v.nullable(UploadSchema),
  /** Whether its bytes are in the backup too. */
  carried: v.boolean(),
})

/** A file of a claim. Bytes follow the sealed text in the order of this list. */
export type BackupFile = Readonly<v.InferOutput<typeof FileSchema>>

export type BackupUpload = NonNullable<BackupFile['upload']>

const about = {
  /** Identifies this backup: a computer takes it in only once. */
  id: IdSchema,
  /** The number of the computer that wrote it. */
  from: ComputerNumberSchema,
  /** It stopped sending before this was written, for the computer with that number; null where it sends on. */
  stop: v.nullable(v.strictObject({ id: IdSchema, to: ComputerNumberSchema })),
  /** Where its insurer is: the numbers of claims in it are of that address. */
  address: v.exactOptional(v.pipe(v.string(), v.maxLength(2100))),
}
const cutOut = v.array(v.literal(0))
const OutlineSchema = v.strictObject({ ...about, entries: cutOut, drafts: cutOut, files: cutOut })

/** The sealed content of a backup; its lists stand last in its text, in this order. */
export interface BackupContent extends Omit<
  v.InferOutput<typeof OutlineSchema>,
  'entries' | 'drafts' | 'files'
> {
  readonly entries: readonly BackupEntry[]
  readonly drafts: readonly BackupDraft[]
  readonly files: readonly BackupFile[]
}

export function textOfContent(content: BackupContent): string {
  return JSON.stringify(content)
}

/**
 * Reads a content piece by piece, so that whatever it is neither holds up main nor fills its memory before it is refused.
 * @returns `newer` when a text we sealed contains something that this version does not know, `damaged` when its files
 * do not belong to its claims.
 */
export async function contentOfText(
  text: string,
): Promise<Result<BackupContent, { readonly type: 'newer' } | { readonly type: 'damaged' }>> {
  const pieces = await cutUp(text)
  const outline = parsedBy(OutlineSchema, pieces?.outline ?? '')
  if (pieces === null || !outline.success) return err({ type: 'newer' })
  const places = [...pieces.elements]
  const slices = new Slices()
  const listOf = async <T>({ length }: readonly 0[], schema: v.GenericSchema<unknown, T>): Promise<T[]> => {
    const list: T[] = []
    for (const [from, to] of places.splice(0, length)) {
      const one = parsedBy(schema, text.slice(from, to))
      if (!one.success) break
      list.push(one.output)
      if (slices.isOver(32)) await slices.next()
    }
    return list
  }
  const { entries: entryPlaces, drafts: draftPlaces, files: filePlaces, ...head } = outline.output
  const entries = await listOf(entryPlaces, EntrySchema)
  const drafts = await listOf(draftPlaces, DraftRecordSchema)
  const files = await listOf(filePlaces, FileSchema)
  // A piece that could not be read ended its list, and a 0 may have been written as such.
  const counts = [
    [...entryPlaces, ...draftPlaces, ...filePlaces],
    [...entries, ...drafts, ...files],
  ]
  const isWhole = counts.every(({ length }) => length === pieces.elements.length)
  if (!isWhole) return err({ type: 'newer' })
  const content = { ...head, entries, drafts, files }
  return hasItsFiles(content) ? ok(content) : err({ type: 'damaged' })
}

function parsedBy<T>(schema: v.GenericSchema<unknown, T>, json: string) {
  return v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json)
}

/** Whether each file is there once and belongs to a claim or draft, of which none has more than can be added. */
function hasItsFiles({ entries, drafts, files }: BackupContent): boolean {
  const claims = entries.filter(({ body }) => body.kind === 'claim')
  const filesOf = new Map(
    [...claims.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)].map((id) => [id, 0]),
  )
  for (const { claimId } of files) {
    const before = filesOf.get(claimId)
    if (before === undefined || before >= attachmentLimits.filesOfClaim) return false
    filesOf.set(claimId, before + 1)
  }
  return new Set(files.map(({ id }) => id)).size === files.length
}
