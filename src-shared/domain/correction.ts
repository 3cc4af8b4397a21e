import { parseDay } from './written-day.ts'
import { claimFields, claimFieldNames, type ClaimFieldName } from './claim-fields.ts'
import { isSlot } from './attachment.ts'
import { parseNaira, type DraftFields, type Rejection, type SlotFiles } from './draft.ts'
import type { Product } from './product.ts'
import { isSamePolicy, sentPolicyNumber } from './policy-number.ts'

/** The fields of a draft that are used. */
interface Corrected {
  readonly product: Product
  readonly fields: DraftFields
  readonly rejection: Rejection | null
  /** The policy number that is to be sent as it stands. */
  readonly policyAsTyped?: string | undefined
  readonly slotFiles?: SlotFiles | undefined
}

/** Whether a field would be sent with the rejected value, however it is typed, or with the rejected file. */
export function isAsRefused(draft: Corrected, name: ClaimFieldName): boolean {
  const { product, fields, rejection, policyAsTyped } = draft
  if (rejection === null) return false
  const { refused, refusedFiles, refusedProduct = product } = rejection
  // Another list of policies knows other fields.
  if (product !== refusedProduct) return false
  // A link goes before a file, so the file counts only where there is no link.
  if (isSlot(name) && fields[name].trim() === '' && draft.slotFiles?.[name] !== refusedFiles?.[name])
    return false
  return sentValue(name, fields, policyAsTyped) === sentValue(name, refused, refused.policyNumber)
}

/** The fields the server gave a reason for that still have their rejected value. */
export function uncorrectedFields(draft: Corrected): readonly ClaimFieldName[] {
  if (draft.rejection === null) return []
  return refusedFields(draft.rejection).filter((name) => isAsRefused(draft, name))
}

/**
 * Whether a draft would be rejected for the same reason again: a field with a reason is unchanged, or the server named
 * no field and nothing was changed.
 */
export function isUncorrected(draft: Corrected): boolean {
  if (draft.rejection === null) return false
  return refusedFields(draft.rejection).length > 0
    ? uncorrectedFields(draft).length > 0
    : claimFieldNames.every((name) => isAsRefused(draft, name))
}

// `45,000` and `45000` are one amount, `3/4/2026` and `03/04/2026` one day.
function sentValue(name: ClaimFieldName, fields: DraftFields, policyAsTyped: string | undefined): string {
  const typed = fields[name]
  switch (claimFields[name].kind) {
    case 'policy':
      return sentPolicyNumber(typed, policyAsTyped)
    case 'day':
      return parseDay(typed) ?? typed.trim()
    case 'amount': {
      const amount = parseNaira(typed)
      return Number.isNaN(amount) ? typed.trim() : String(amount)
    }
    default:
      return typed.trim()
  }
}

/** Whether a draft is about a policy, by its current fields or by the rejected ones. */
export function isAboutPolicy({ fields, rejection }: Corrected, policyNumber: string): boolean {
  const numbers = [fields.policyNumber, ...(rejection === null ? [] : [rejection.refused.policyNumber])]
  return numbers.some((number) => isSamePolicy(number, policyNumber))
}

/** The server's message when it rejected something. */
export interface ServerWords {
  readonly serverMessage: string
  /** By field; those about none are under ''. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>
  /** It had words, in no form that is known: names and types of its answer without a value, for IT support. */
  readonly unread?: string
}

/** The fields that the server gave a reason for, in the order of the claim. */
export function refusedFields({ fieldErrors }: ServerWords): readonly ClaimFieldName[] {
  return claimFieldNames.filter((name) => (fieldErrors[name]?.length ?? 0) > 0)
}
