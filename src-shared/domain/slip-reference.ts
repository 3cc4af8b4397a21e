import * as v from 'valibot'
import type { EntrySummary } from '../outbox/entry.ts'
import { branchReferencePattern } from './identifier.ts'

const derivedPattern = /^E-[0-9A-F]{4}-[0-9A-F]{4}$/

/** The fields on both slips of a claim: only what identifies it. */
export const SlipReferenceSchema = v.pipe(
  v.string(),
  v.check((text) => branchReferencePattern.test(text) || derivedPattern.test(text)),
  v.examples(['7F3K-92QD']),
)

/**
 * The reference on a customer's slip, the same from capture on: the branch reference, or if the office appends none,
 * the end of the entry's id.
 */
export function slipReference({ id, branchReference }: Pick<EntrySummary, 'id' | 'branchReference'>): string {
  if (branchReference !== null) return branchReference
  const end = id.slice(-8).toUpperCase()
  return `E-${end.slice(0, 4)}-${end.slice(4)}`
}
