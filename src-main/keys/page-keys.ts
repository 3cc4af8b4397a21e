import type { Environment } from '#shared/domain/product.ts'
import { deriveKey, type DataKey } from './data-key.ts'
import type { PageEpochs, RowOwner } from './page-epochs.ts'

/** The keys of an owner's rows in the page. */
export interface OwnersKeys {
  /** 32 bytes: new rows are sealed under this key. */
  readonly current: Uint8Array
  /** Rows not resealed yet may be sealed under these. */
  readonly earlier: readonly Uint8Array[]
}

/** Hands out the keys of the page's own rows: the office's, and each officer's own. */
export interface PageKeys {
  of(owner: RowOwner): Promise<OwnersKeys>
}

/** The keys of an environment's page. */
export function createPageKeys(
  epochs: PageEpochs,
  environment: Environment,
  dataKey: Pick<DataKey, 'bytes'>,
): PageKeys {
  return {
    async of(owner) {
      const { current, earlier } = await epochs.of(owner)
      const purpose =
        owner === null
          ? (`page-rows/${environment}` as const)
          : (`page-rows/${environment}/${owner}` as const)
      const keyOf = (epoch: Uint8Array): Uint8Array => deriveKey(dataKey, purpose, epoch)
      return { current: keyOf(current), earlier: earlier.map(keyOf) }
    },
  }
}
