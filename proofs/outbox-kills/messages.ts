import * as v from 'valibot'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { DraftSchema } from '#shared/domain/draft.ts'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import { SubmissionSchema } from '#shared/outbox/entry.ts'

/* What the outbox's own process and the one that kills it say to each other. */

/** Before the names of points at which an officer takes a claim back. */
export const takingBack = 'taking back: '

const id = v.string()

/** A made-up file: its bytes follow from its id, see `bytesOf`. */
const MadeUpFileSchema = v.strictObject({ id, field: v.picklist(attachmentFields), size: v.number() })
export type MadeUpFile = Readonly<v.InferOutput<typeof MadeUpFileSchema>>

/** Given as one JSON text when the process starts. */
export const OutboxProcessOptionsSchema = v.strictObject({
  file: v.string(),
  baseUrl: v.string(),
  key: v.string(),
  store: FileStoreSchema,
  crash: v.strictObject({ point: v.nullable(v.string()), nth: v.number() }),
  /** Runs until everything is settled and removed, and ends by itself. */
  untilSettled: v.boolean(),
})
export type OutboxProcessOptions = Readonly<v.InferOutput<typeof OutboxProcessOptionsSchema>>

const CapturedSchema = v.strictObject({
  submission: SubmissionSchema,
  /** As the page keeps it before it is submitted; null where nothing is kept before. */
  draft: v.nullable(DraftSchema),
  files: v.array(MadeUpFileSchema),
})
/** A claim as an officer captures it: a draft, files for its slots, and what is submitted. */
export type Captured = Readonly<v.InferOutput<typeof CapturedSchema>>

export const KillRequestSchema = v.variant('type', [
  v.strictObject({ type: v.literal('submit'), captured: CapturedSchema }),
  v.strictObject({ type: v.literal('withdraw'), id, to: v.picklist(['draft', 'discarded']) }),
  /** What keeps data no longer than is set does the same. */
  v.strictObject({ type: v.literal('forget'), id }),
  v.strictObject({
    type: v.literal('decide'),
    id,
    event: v.picklist(['officer-accepts', 'officer-resends']),
  }),
  /** The officer compares an entry with the claims at the insurer that may be it. */
  v.strictObject({ type: v.literal('compare'), id }),
  /** Nothing more is asked of it. */
  v.strictObject({ type: v.literal('that-is-all') }),
])
export type KillRequest = Readonly<v.InferOutput<typeof KillRequestSchema>>

export const ReportSchema = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('accepted'), id }),
  v.strictObject({ type: v.literal('settled'), id }),
  v.strictObject({ type: v.literal('needs-officer'), id, candidates: v.number() }),
  /** The store answered to a file of this entry. */
  v.strictObject({ type: v.literal('put'), id }),
])
export type OutboxReport = Readonly<v.InferOutput<typeof ReportSchema>>
