import { createHmac, createSecretKey } from 'node:crypto'
import type { RowProtection } from './row-protection.ts'
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
