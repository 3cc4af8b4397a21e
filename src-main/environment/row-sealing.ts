import { createHmac } from 'node:crypto'
import type { RowProtection } from '../outbox/row-protection.ts'
import { deriveKey, type DataKey } from '../vault/data-key.ts'
import { open, seal } from '../vault/sealing.ts'

/** Seals the outbox's rows under keys derived from the data key. */
export function createRowProtection(dataKey: DataKey): RowProtection {
  const rowKey = deriveKey(dataKey, 'outbox')
  const tagKey = deriveKey(dataKey, 'policy-tag')
  return {
    seal: (plain, associatedData) => seal(rowKey, plain, associatedData),
    open: (sealed, associatedData) => open(rowKey, sealed, associatedData),
    tag: (text) => createHmac('sha256', tagKey).update(text).digest('base64'),
  }
}
