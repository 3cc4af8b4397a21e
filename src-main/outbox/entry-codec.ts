import * as v from 'valibot'
import {
  EntryBodySchema,
  EntryStateSchema,
  type Entry,
  type EntryBody,
  type EntryState,
} from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { RowProtection } from './row-protection.ts'

/** What the list held before the first attempt; only later rows can be ours. */
export const BaselineSchema = v.object({
  count: v.number(),
  highestId: v.number(),
  matchingIds: v.array(v.number()),
})
export type Baseline = Readonly<v.InferOutput<typeof BaselineSchema>>

const RowSchema = v.object({
  seq: v.number(),
  id: v.string(),
  accepted_at: v.string(),
  officer_id: v.nullable(v.string()),
  attempts: v.number(),
  policy_tag: v.string(),
  body: v.instance(Uint8Array),
  state_data: v.instance(Uint8Array),
  baseline: v.nullable(v.instance(Uint8Array)),
})

/** An entry as the outbox keeps it in memory. */
export interface KeptEntry extends Entry {
  /** Equal for entries of one policy, which are sent in order. */
  readonly policyTag: string
  readonly baseline: Baseline | null
}

export const associated = {
  body: (id: string): string => `entry/${id}/body`,
  state: (id: string): string => `entry/${id}/state`,
  baseline: (id: string): string => `entry/${id}/baseline`,
  draft: (id: string): string => `draft_copy/${id}`,
  message: (id: string): string => `attempt/${id}/message`,
  attachment: (id: string): string => `attachment/${id}`,
}

export function sealState(protection: RowProtection, id: string, state: EntryState): Uint8Array {
  return protection.seal(JSON.stringify(state), associated.state(id))
}

export function sealBody(protection: RowProtection, id: string, body: EntryBody): Uint8Array {
  return protection.seal(JSON.stringify(body), associated.body(id))
}

export function sealBaseline(protection: RowProtection, id: string, baseline: Baseline): Uint8Array {
  return protection.seal(JSON.stringify(baseline), associated.baseline(id))
}

/** Opens and parses a sealed JSON text. */
export function openSealed<S extends v.GenericSchema>(
  protection: RowProtection,
  schema: S,
  sealed: Uint8Array,
  associatedData: string,
): Result<v.InferOutput<S>, { readonly type: 'unreadable' }> {
  const text = protection.open(sealed, associatedData)
  if (!text.ok) return text
  const parsed = v.safeParse(schema, JSON.parse(text.value))
  return parsed.success ? ok(parsed.output) : err({ type: 'unreadable' })
}

/** The entry of a row, or `unreadable` when the row was damaged, moved, or sealed under another key. */
export function entryOfRow(
  protection: RowProtection,
  row: unknown,
): Result<KeptEntry, { readonly type: 'unreadable' }> {
  const parsed = v.safeParse(RowSchema, row)
  if (!parsed.success) return err({ type: 'unreadable' })
  const { id } = parsed.output
  const body = openSealed(protection, EntryBodySchema, parsed.output.body, associated.body(id))
  const state = openSealed(protection, EntryStateSchema, parsed.output.state_data, associated.state(id))
  if (!body.ok || !state.ok) return err({ type: 'unreadable' })
  const sealedBaseline = parsed.output.baseline
  const baseline =
    sealedBaseline === null
      ? ok(null)
      : openSealed(protection, BaselineSchema, sealedBaseline, associated.baseline(id))
  if (!baseline.ok) return baseline
  return ok({
    id,
    seq: parsed.output.seq,
    acceptedAt: parsed.output.accepted_at,
    officerId: parsed.output.officer_id,
    attempts: parsed.output.attempts,
    policyTag: parsed.output.policy_tag,
    body: body.value,
    state: state.value,
    baseline: baseline.value,
  })
}
