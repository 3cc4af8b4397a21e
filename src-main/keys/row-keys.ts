import type { RowKeys } from '#shared/contract/officer-status.ts'
import type { Result } from '#shared/result.ts'
import type { EnvironmentServices } from '../environment/open-environment.ts'
import type { FileFailure } from '../platform/durable-file.ts'
import type { RowOwner } from './page-epochs.ts'
import { resealPageRow } from './page-row-sealing.ts'

/** What the keys of an environment's page rows come from. */
export type RowKeySource = Pick<EnvironmentServices, 'pageKeys' | 'pageEpochs'>

/**
 * How long the page's rows lie under one key. The browser keeps what was removed or written over for as long as it
 * likes; once the key is another, nothing opens that.
 */
const longestEpochMs = 24 * 3_600_000

/** The keys the page is given: the office's, and those of whoever is signed in. A worn-out epoch ends here. */
export async function rowKeys(source: RowKeySource, officerId: string | null): Promise<RowKeys> {
  const { pageEpochs, pageKeys } = source
  // A disk that does not take it now is asked again at the next start.
  await pageEpochs.renewOlderThan(longestEpochMs)
  // The first epochs are made by asking; what begins after the generation is named is not confirmed by that name.
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

/** Seals another officer's row anew. The page sees sealed bytes alone. @returns null where no key of theirs opens it. */
export async function sealOthersRow(
  source: RowKeySource,
  row: { readonly id: string; readonly officerId: string; readonly sealed: string },
): Promise<string | null> {
  const owners = await source.pageEpochs.owners()
  if (!owners.includes(row.officerId)) return null
  const bytes = new Uint8Array(Buffer.from(row.sealed, 'base64'))
  const anew = resealPageRow(bytes, await source.pageKeys.of(row.officerId), `drafts:${row.id}`)
  return anew === null ? null : base64(anew)
}

/** Destroys what earlier keys depend on: the page says that nothing of anybody's lies under them. */
export async function confirmRows(
  source: RowKeySource,
  generation: string,
): Promise<Result<null, FileFailure>> {
  return await source.pageEpochs.confirmAll(generation)
}

/** Begins a new key for everybody: what the browser still has of removed rows opens with nothing afterwards. */
export async function renewEverybodys(
  { pageEpochs }: RowKeySource,
  known: readonly RowOwner[],
): Promise<Result<null, FileFailure>> {
  return await pageEpochs.renew([...new Set([...known, ...(await pageEpochs.owners())])])
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
