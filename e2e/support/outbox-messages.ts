import * as v from 'valibot'
import { SubmissionSchema } from '#shared/outbox/entry.ts'

/* What the outbox's own process and the one that kills it say to each other. */

/** Given as one JSON text when the process starts. */
export const OutboxProcessOptionsSchema = v.strictObject({
  file: v.string(),
  baseUrl: v.string(),
  key: v.string(),
  crash: v.strictObject({ point: v.nullable(v.string()), nth: v.number() }),
  /** Runs until everything is settled, and ends by itself. */
  untilSettled: v.boolean(),
})
export type OutboxProcessOptions = Readonly<v.InferOutput<typeof OutboxProcessOptionsSchema>>

const id = v.string()

export const RequestSchema = v.variant('type', [
  v.strictObject({ type: v.literal('submit'), submission: SubmissionSchema }),
  v.strictObject({
    type: v.literal('decide'),
    id,
    event: v.picklist(['officer-accepts', 'officer-resends']),
  }),
  /** The officer compares an entry with the claims at the insurer that may be it. */
  v.strictObject({ type: v.literal('compare'), id }),
])
export type OutboxRequest = Readonly<v.InferOutput<typeof RequestSchema>>

export const ReportSchema = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('accepted'), id }),
  v.strictObject({ type: v.literal('settled'), id }),
  v.strictObject({ type: v.literal('needs-officer'), id, candidates: v.number() }),
])
export type OutboxReport = Readonly<v.InferOutput<typeof ReportSchema>>
