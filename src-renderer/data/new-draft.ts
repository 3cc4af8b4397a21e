import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'

/** A new draft in memory. Only typing saves it, so that merely opening a form leaves no draft. */
export function newDraft(product: Product): Draft {
  const now = new Date().toISOString()
  return {
    id: newId(),
    product,
    fields: emptyFields(),
    branchReference: newBranchReference(),
    createdAt: now,
    updatedAt: now,
    rejection: null,
  }
}
