import type { Result } from '#shared/result.ts'

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
