import type { RowKeys } from '#shared/contract/officer-status.ts'
import type { Result } from '#shared/result.ts'
import type { FileFailure } from '../platform/durable-file.ts'
import type { PageEpochs, RowOwner } from './page-epochs.ts'
import type { PageKeys } from './page-keys.ts'
import { resealPageRow } from './page-row-sealing.ts'

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

/** The keys for the page: the office's and those of the signed-in officer. Ends an epoch that is too old. */
export async function rowKeys(source: RowKeySource, officerId: string | null): Promise<RowKeys> {
  const { pageEpochs, pageKeys } = source
  // If the disk refuses it now, the next start tries again.
  await pageEpochs.renewOlderThan(longestEpochMs)
  // Create the first epochs before naming the generation: confirming it must not end an epoch that begins later.
  for (const owner of [null, officerId]) await pageEpochs.of(owner)
  const generation = await pageEpochs.generation()
  const office = await pageKeys.of(null)
  const own = officerId === null ? null : await pageKeys.of(officerId)
  const unfinished = await pageEpochs.unfinished()
  return {
    office: base64(office.current),
    own: own === null ? null : base64(own.current),
    earlier: { office: office.earlier.map(base64), own: own?.earlier.map(base64) ?? [] },
    others: unfinished.filter((owner) => owner !== null).filter((owner) => owner !== officerId),
    generation,
  }
}

/** Reseals another officer's row; the page sees only sealed bytes. @returns null where none of their keys opens it. */
export async function sealOthersRow(
  source: RowKeySource,
  row: { readonly id: string; readonly officerId: string; readonly sealed: string },
): Promise<string | null> {
  const owners = await source.pageEpochs.owners()
  if (!owners.includes(row.officerId)) return null
  const bytes = new Uint8Array(Buffer.from(row.sealed, 'base64'))
  const resealed = resealPageRow(bytes, await source.pageKeys.of(row.officerId), `drafts:${row.id}`)
  return resealed === null ? null : base64(resealed)
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
