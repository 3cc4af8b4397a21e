import { createHmac, createSecretKey } from 'node:crypto'
import * as v from 'valibot'
import {
  EntryBodySchema,
  EntryStateSchema,
  type Entry,
  type EntryBody,
  type EntryState,
} from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import { asSubmitted } from '#shared/outbox/entry-files.ts'
import { deriveKey, type DataKey } from '#main/platform/keys/data-key.ts'
import { open, seal } from '#main/platform/keys/sealing.ts'

const RowSchema = v.object({
  seq: v.number(),
  id: v.string(),
  accepted_at: v.string(),
  attempts: v.number(),
  first_attempt_at: v.nullable(v.string()),
  sends: v.number(),
  candidates: v.number(),
  policy_tag: v.string(),
  body: v.instance(Uint8Array),
  state_data: v.instance(Uint8Array),
})

/** What is sealed as an entry's body. The officer in it decides whose it is; the column only finds it. */
const SealedBodySchema = v.object({ officerId: v.nullable(v.string()), body: EntryBodySchema })

/** Reads what `entryOfRow` needs; add conditions of `entry`. */
export const selectEntry = `SELECT entry.*, (SELECT count(*) FROM candidate
  WHERE entry_id = entry.id AND ruled_out_at IS NULL) AS candidates FROM entry`

/** An entry as the outbox keeps it in memory. */
export interface KeptEntry extends Entry {
  /** Equal for entries of one policy, which are sent in order. */
  readonly policyTag: string
  /** When its first attempt was opened; null while it was never tried. */
  readonly firstAttemptAt: string | null
  /** Attempts that may have reached the insurer. */
  readonly sends: number
  /** Claims at the insurer that may be this one, and that no officer has ruled out. */
  readonly candidates: number
}

export const associated = {
  body: (id: string): string => `entry/${id}/body`,
  state: (id: string): string => `entry/${id}/state`,
  candidate: (entryId: string): string => `candidate/${entryId}`,
  followUp: (entryId: string): string => `follow_up/${entryId}`,
  draft: (id: string): string => `draft/${id}`,
  keptDetail: (id: string): string => `kept_detail/${id}`,
  message: (id: string): string => `attempt/${id}/message`,
  attachment: (id: string): string => `attachment/${id}`,
  upload: (id: string): string => `upload/${id}`,
}

/** When a state that ends something began; its column finds it. */
export function endedAt(state: EntryState): string | null {
  return 'at' in state ? state.at : null
}

export function sealState(protection: RowProtection, id: string, state: EntryState): Uint8Array {
  return protection.seal(JSON.stringify(state), associated.state(id))
}

/** @param officerId who captured it; null in an installation without officers. */
export function sealBody(
  protection: RowProtection,
  id: string,
  { officerId, body }: { readonly officerId: string | null; readonly body: EntryBody },
): Uint8Array {
  return protection.seal(JSON.stringify({ officerId, body }), associated.body(id))
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

/**
 * The entry of a row, or `unreadable` when the row was damaged, moved, or sealed under another key. Its officer is the
 * sealed one, whatever the column says.
 */
export function entryOfRow(
  protection: RowProtection,
  row: unknown,
): Result<KeptEntry, { readonly type: 'unreadable' }> {
  const parsed = v.safeParse(RowSchema, row)
  if (!parsed.success) return err({ type: 'unreadable' })
  const { id } = parsed.output
  const sealed = openSealed(protection, SealedBodySchema, parsed.output.body, associated.body(id))
  const state = openSealed(protection, EntryStateSchema, parsed.output.state_data, associated.state(id))
  if (!sealed.ok || !state.ok) return err({ type: 'unreadable' })
  return ok({
    id,
    seq: parsed.output.seq,
    acceptedAt: parsed.output.accepted_at,
    officerId: sealed.value.officerId,
    attempts: parsed.output.attempts,
    policyTag: parsed.output.policy_tag,
    body: sealed.value.body,
    state: state.value,
    firstAttemptAt: parsed.output.first_attempt_at,
    sends: parsed.output.sends,
    candidates: parsed.output.candidates,
  })
}

/** Keyed digests of an entry's contents: equal for equal texts, and meaningless without the key. */
export interface EntryTags {
  /** Equal for entries of one policy that must be sent in order. */
  readonly policy: string
  /** Equal for equal submissions, whatever links their files have got since. */
  readonly body: string
}

export function tagsOf(protection: RowProtection, body: EntryBody): EntryTags {
  const product = body.kind === 'claim' ? body.product : null
  return {
    policy: policyTag(protection, product, policyOf({ body })),
    body: protection.tag(`body/${canonical(asSubmitted(body))}`),
  }
}

/**
 * The tag of entries that are sent in order: claims of one policy, or its pharmacy requests, where the product is null. The
 * two kinds do not wait for each other.
 */
export function policyTag(protection: RowProtection, product: Product | null, policy: PolicyNumber): string {
  return protection.tag(product === null ? `pharmacy-request/${policy}` : `claim/${product}/${policy}`)
}

/** The policy of an entry, however it was typed. */
export function policyOf({ body }: Pick<Entry, 'body'>): PolicyNumber {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}

/** JSON with the keys in order, so that equal bodies have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' ? Object.fromEntries(Object.entries(inner).sort()) : inner,
  )
}

/** Seals the outbox's rows under keys derived from the data key. */
export function createRowProtection(dataKey: Pick<DataKey, 'bytes'>): RowProtection {
  const rowKey = createSecretKey(deriveKey(dataKey, 'outbox'))
  const tagKey = createSecretKey(deriveKey(dataKey, 'policy-tag'))
  return {
    seal: (plain, associatedData) => seal(rowKey, plain, associatedData),
    open: (sealed, associatedData) => open(rowKey, sealed, associatedData),
    tag: (text) => createHmac('sha256', tagKey).update(text).digest('base64'),
  }
}

/**
 * Seals what is personal in a row. The associated data binds a sealed text to its table and row, so that it cannot be
 * moved to another.
 */
export interface RowProtection {
  seal(plain: string, associatedData: string): Uint8Array
  open(sealed: Uint8Array, associatedData: string): Result<string, { readonly type: 'unreadable' }>
  /** A keyed digest: equal texts have equal tags, and without the key the text cannot be derived from its tag. */
  tag(text: string): string
}
