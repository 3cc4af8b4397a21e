import { createHmac, createSecretKey } from 'node:crypto'
import type { Result } from '#shared/result.ts'
import { deriveKey, type DataKey } from '#main/platform/keys/data-key.ts'
import { open, seal } from '#main/platform/keys/sealing.ts'

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
