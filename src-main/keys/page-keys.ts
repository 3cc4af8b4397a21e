import * as v from 'valibot'
import type { Environment } from '#shared/domain/product.ts'
import type { Result } from '#shared/result.ts'
import { deriveKey, nameOfKey, successorOf, type DataKey } from './data-key.ts'
import type { FileFailure } from '../platform/durable-file.ts'
import type { OwnersEpochs, PageEpochs, RowOwner } from './page-epochs.ts'
import { open, seal } from './sealing.ts'

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

const FormerSchema = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.base64())))

/** The keys of an environment's page. */
export function createPageKeys(epochs: PageEpochs, environment: Environment, dataKey: DataKey): PageKeys {
  // An interrupted renewal may already have changed this file.
  async function dataKeyInUse(): Promise<DataKey> {
    const next = successorOf(dataKey)
    return next !== null && (await epochs.under()) === nameOfKey(next) ? next : dataKey
  }
  return {
    of: async (owner) =>
      keysOf(owner, await epochs.of(owner), { environment, dataKey: await dataKeyInUse() }),
  }
}

/**
 * Moves the page keys off a data key that is being destroyed: each owner begins a new epoch under the next one, and the
 * old row keys stay, sealed, until the page has resealed its rows.
 *
 * @param owners everyone who may have rows in the page.
 */
export async function handOverPageKeys(
  epochs: PageEpochs,
  environment: Environment,
  { from, to, owners }: { from: DataKey; to: DataKey; owners: readonly RowOwner[] },
): Promise<Result<null, FileFailure>> {
  return await epochs.handOver({
    under: nameOfKey(to),
    owners,
    sealFormer(owner, before) {
      const { current, earlier } = keysOf(owner, before, { environment, dataKey: from })
      const keys = [current, ...earlier].map(base64)
      return base64(seal(deriveKey(to, 'page-keys'), JSON.stringify(keys), placeOf(environment, owner)))
    },
  })
}

function keysOf(
  owner: RowOwner,
  { current, earlier, former }: OwnersEpochs,
  { environment, dataKey }: { readonly environment: Environment; readonly dataKey: DataKey },
): OwnersKeys {
  const purpose = owner === null ? (`page-rows/${environment}` as const) : placeOf(environment, owner)
  const keyOf = (epoch: Uint8Array): Uint8Array => deriveKey(dataKey, purpose, epoch)
  const opened =
    former === null
      ? null
      : open(deriveKey(dataKey, 'page-keys'), bytesOf(former), placeOf(environment, owner))
  const parsed = v.safeParse(FormerSchema, opened?.ok === true ? opened.value : '[]')
  const formerKeys = parsed.success ? parsed.output.map(bytesOf) : []
  return { current: keyOf(current), earlier: [...earlier.map(keyOf), ...formerKeys] }
}

function placeOf(environment: Environment, owner: RowOwner) {
  return `page-rows/${environment}/${owner ?? ''}` as const
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}
