import * as v from 'valibot'
import { DraftSchema, IdSchema } from '#shared/domain/draft.ts'
import { attachmentFields, attachmentKinds, attachmentLimits } from '#shared/domain/attachment.ts'
import { claimLimits } from '#shared/domain/claim.ts'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import { ComputerNumberSchema } from '#shared/domain/computer-number.ts'
import { EntryBodySchema, EntryStateSchema } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { FollowUpRowSchema } from '#main/claims/follow-up-rows.ts'
import { CandidateSchema, SeenRowSchema, type Candidate, type SeenRow } from '#main/outbox/insurer-claims.ts'
import {
  KeptNoteSchema,
  ReportedAttemptSchema,
  type KeptNote,
  type ReportedAttempt,
} from '#main/outbox/entry-history.ts'
import { CarriedSettingsSchema } from '#shared/settings.ts'
import { Slices } from '#main/platform/slices.ts'

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
  /** What the insurer said of it after it was received, and what officers noted; null for nothing. */
  followUp: v.nullable(FollowUpRowSchema),
})

interface EntryWithHistory extends v.InferOutput<typeof EntrySchema> {
  tries: ReportedAttempt[]
  notes: KeptNote[]
  rows: SeenRow[]
  /** Those that an officer ruled out are not asked about again on the other computer. */
  candidates: Candidate[]
}

/** An entry with everything stored about it. */
export type BackupEntry = Readonly<EntryWithHistory>

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

/** A line after the first. */
const PartSchema = v.union([
  v.strictObject({ entry: EntrySchema }),
  v.strictObject({ tried: ReportedAttemptSchema }),
  v.strictObject({ note: KeptNoteSchema }),
  v.strictObject({ row: SeenRowSchema }),
  v.strictObject({ candidate: CandidateSchema }),
  v.strictObject({ draft: DraftRecordSchema }),
  v.strictObject({ file: FileSchema }),
])

/** What stands in the first line. */
const AboutSchema = v.strictObject({
  /** Identifies this backup: a computer takes it in only once. */
  id: IdSchema,
  /** The number of the computer that wrote it. */
  from: ComputerNumberSchema,
  /** Where its insurer is: the numbers of claims in it are of that address. */
  address: v.exactOptional(v.pipe(v.string(), v.maxLength(2100))),
  /** What the office says of itself and its insurer. */
  settings: v.exactOptional(CarriedSettingsSchema),
})

/** The sealed content of a backup. */
export interface BackupContent extends Readonly<v.InferOutput<typeof AboutSchema>> {
  readonly entries: readonly BackupEntry[]
  readonly drafts: readonly BackupDraft[]
  readonly files: readonly BackupFile[]
}

/**
 * The lines of a content: one for each row, so that none is long, however long a history is. What an entry has follows
 * it, and files come last.
 */
function* linesOf({ entries, drafts, files, ...about }: BackupContent): Generator<string> {
  const line = (value: v.InferInput<typeof PartSchema>): string => JSON.stringify(value)
  yield JSON.stringify(about)
  for (const { tries, notes, rows, candidates, ...entry } of entries) {
    yield line({ entry })
    for (const tried of tries) yield line({ tried })
    for (const note of notes) yield line({ note })
    for (const row of rows) yield line({ row })
    for (const candidate of candidates) yield line({ candidate })
  }
  for (const draft of drafts) yield line({ draft })
  for (const file of files) yield line({ file })
}

/** The text of a content, made in slices. */
export async function textOfContent(content: BackupContent): Promise<Buffer> {
  const slices = new Slices()
  const pieces: Buffer[] = []
  let some = ''
  for (const line of linesOf(content)) {
    some += `${line}\n`
    if (!slices.isOver(32)) continue
    pieces.push(Buffer.from(some))
    some = ''
    await slices.next()
  }
  pieces.push(Buffer.from(some))
  const text = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(text, at)
    if (slices.isOver(32)) await slices.next()
  }
  return text
}

/** More than any row of ours has: a draft has ten texts of 50,000 letters. */
const most = { letters: 800_000, structure: 20_000 }

/** Whether JSON.parse would take long over it: not over its texts, but over what stands around them. */
function isDear(line: string): boolean {
  if (line.length <= most.structure) return false
  const parts = line.slice(0, most.letters).replaceAll(/\\./g, '').split('"', most.structure)
  const around = parts.reduce((sum, part, n) => sum + (n % 2 === 0 ? part.length : 0), parts.length)
  return line.length > most.letters || around > most.structure
}

function parsedBy<T>(schema: v.GenericSchema<unknown, T>, line: string) {
  const json = isDear(line) ? '' : line
  return v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json, { abortEarly: true })
}

/**
 * Reads a content line by line, so that whatever it is neither holds up main nor fills its memory before it is refused.
 * @returns `newer` when a text we sealed contains something that this version does not know, `damaged` when its files
 * do not belong to its claims, of which none has more than can be added.
 */
export async function contentOfText<F>(
  text: AsyncIterable<Result<Uint8Array, F>>,
): Promise<Result<BackupContent, F | { readonly type: 'newer' } | { readonly type: 'damaged' }>> {
  let about: v.InferOutput<typeof AboutSchema> | null = null
  const entries: EntryWithHistory[] = []
  const drafts: BackupDraft[] = []
  const files = new Map<string, BackupFile>()
  const filesOf = new Map<string, number>()
  const slices = new Slices()
  for await (const line of linesIn(text)) {
    if (!line.ok) return line
    if (slices.isOver(32)) await slices.next()
    if (about === null) {
      const first = parsedBy(AboutSchema, line.value)
      if (!first.success) return err({ type: 'newer' })
      about = first.output
      continue
    }
    const part = parsedBy(PartSchema, line.value)
    if (!part.success) return err({ type: 'newer' })
    const one = part.output
    const entry = entries.at(-1)
    if ('entry' in one) {
      entries.push({ ...one.entry, tries: [], notes: [], rows: [], candidates: [] })
      if (one.entry.body.kind === 'claim') filesOf.set(one.entry.id, 0)
    } else if ('draft' in one) {
      drafts.push(one.draft)
      filesOf.set(one.draft.draft.id, 0)
    } else if ('file' in one) {
      const { id, claimId } = one.file
      const before = filesOf.get(claimId) ?? attachmentLimits.filesOfClaim
      if (before >= attachmentLimits.filesOfClaim || files.has(id)) return err({ type: 'damaged' })
      filesOf.set(claimId, before + 1)
      files.set(id, one.file)
    } else if (entry === undefined) return err({ type: 'newer' })
    else if ('tried' in one) entry.tries.push(one.tried)
    else if ('note' in one) entry.notes.push(one.note)
    else if ('row' in one) entry.rows.push(one.row)
    else entry.candidates.push(one.candidate)
  }
  return about === null
    ? err({ type: 'newer' })
    : ok({ ...about, entries, drafts, files: [...files.values()] })
}

/** The lines of a text; ends with the failure that stops it. */
async function* linesIn<F>(
  text: AsyncIterable<Result<Uint8Array, F>>,
): AsyncGenerator<Result<string, F | { readonly type: 'newer' }>> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of text) {
    if (!piece.ok) {
      yield piece
      return
    }
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield ok(line)
    if (rest.length > most.letters) break
  }
  if (rest !== '') yield err({ type: 'newer' })
}
