import { createHmac, createSecretKey } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { sealedUnder } from '../outbox/reseal.ts'
import type { RowProtection } from '../outbox/row-protection.ts'
import { deriveKey, successorOf, type DataKey } from '../keys/data-key.ts'
import { open, seal } from '../keys/sealing.ts'

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

/** The same for one file. While a renewal is interrupted, some files are already sealed under the next data key. */
export function protectionFor(database: DatabaseSync, dataKey: DataKey): RowProtection {
  const present = createRowProtection(dataKey)
  const successor = successorOf(dataKey)
  if (successor === null) return present
  return sealedUnder(database, [createRowProtection(successor), present]) ?? present
}
