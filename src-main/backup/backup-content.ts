import * as v from 'valibot'
import { DraftSchema, IdSchema } from '#shared/domain/draft.ts'
import { branchReferencePattern } from '#shared/domain/identifier.ts'
import { EntryBodySchema, EntryStateSchema } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { CandidateRowSchema } from '../outbox/candidates.ts'
import { noteKinds } from '../outbox/entry-events.ts'

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
  tries: v.array(
    v.strictObject({
      openedAt: moment,
      closedAt: nullableText,
      outcome: nullableText,
      serverMessage: v.string(),
    }),
  ),
  notes: v.array(
    v.strictObject({
      kind: v.picklist(noteKinds),
      detail: v.string(),
      afterAttempt: whole,
      firstAt: moment,
      lastAt: moment,
      times: whole,
    }),
  ),
  rows: v.array(
    v.strictObject({
      claimId: v.pipe(v.number(), v.safeInteger()),
      surplus: v.boolean(),
      seenAt: moment,
      acknowledgedAt: nullableText,
    }),
  ),
  /** Those that an officer ruled out are not asked about again on the other computer. */
  candidates: v.array(
    v.strictObject({ ...CandidateRowSchema.entries, seenAt: moment, ruledOutAt: nullableText }),
  ),
})

/** An entry with everything stored about it. */
export type BackupEntry = Readonly<v.InferOutput<typeof EntrySchema>>

const DraftRecordSchema = v.strictObject({ officerId: v.nullable(IdSchema), draft: DraftSchema })
export type BackupDraft = Readonly<v.InferOutput<typeof DraftRecordSchema>>

const computerNumber = v.pipe(v.string(), v.regex(branchReferencePattern))

export const BackupContentSchema = v.strictObject({
  /** Identifies this backup: a computer takes it in only once. */
  id: IdSchema,
  /** The number of the computer that wrote it. */
  from: computerNumber,
  /** The only computer it was handed over to; null for a copy. */
  handedOverTo: v.nullable(computerNumber),
  entries: v.array(EntrySchema),
  drafts: v.array(DraftRecordSchema),
})

/** The sealed content of a backup. */
export type BackupContent = Readonly<v.InferOutput<typeof BackupContentSchema>>

export function textOfContent(content: BackupContent): string {
  return JSON.stringify(content)
}

/** @returns `newer` when a text we sealed contains something that this version does not know. */
export function contentOfText(text: string): Result<BackupContent, { readonly type: 'newer' }> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), BackupContentSchema), text)
  return parsed.success ? ok(parsed.output) : err({ type: 'newer' })
}
