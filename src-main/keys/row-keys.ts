import type { RowKeys } from '#shared/contract/officer-status.ts'
import type { Result } from '#shared/result.ts'
import type { FileFailure } from '../platform/durable-file.ts'
import type { PageEpochs, RowOwner } from './page-epochs.ts'
import type { PageKeys } from './page-keys.ts'

/** What the row keys of an environment's page are derived from. */
export interface RowKeySource {
  readonly pageKeys: PageKeys
  readonly pageEpochs: PageEpochs
}

/**
 * How long the page's rows are sealed under one key. The browser may keep deleted or overwritten bytes for an unknown
 * time; once the key is replaced, nothing opens them.
 */
const longestEpochMs = 24 * 3_600_000

/** The keys for the page. Ends an epoch that is too old. */
export async function rowKeys({ pageEpochs, pageKeys }: RowKeySource): Promise<RowKeys> {
  // If the disk refuses it now, the next start tries again.
  await pageEpochs.renewOlderThan(longestEpochMs)
  // Create the first epoch before naming the generation: confirming it must not end an epoch that begins later.
  await pageEpochs.of(null)
  const generation = await pageEpochs.generation()
  const { current, earlier } = await pageKeys.of(null)
  return { office: base64(current), earlier: earlier.map(base64), generation }
}

/** Destroys the secrets of earlier keys: the page confirmed that no rows are sealed under them. */
export async function confirmRows(
  source: RowKeySource,
  generation: string,
): Promise<Result<null, FileFailure>> {
  return await source.pageEpochs.confirmAll(generation)
}

/** Begins a new key for everyone, so that nothing opens what the browser still has of removed rows. */
export async function renewAllOwners(
  { pageEpochs }: RowKeySource,
  known: readonly RowOwner[],
): Promise<Result<null, FileFailure>> {
  return await pageEpochs.renew([...new Set([...known, ...(await pageEpochs.owners())])])
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
