import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { HeadOfficeChange } from '#shared/head-office.ts'
import { placeOf } from '../file-store/store-address.ts'
import type { Place } from './fleet-content.ts'

const digest = v.nullable(v.string())

/** A place without anything secret: what a later file is compared with, to say what it changed. */
export const HeldPlaceSchema = v.strictObject({
  environment: v.picklist(remoteEnvironments),
  address: v.string(),
  /** Digest of the key; null without one. */
  key: digest,
  /** Where the files go and their links point, as people read it; null without a store. */
  store: v.nullable(v.string()),
  /** Digest of all that is known of the store and its access key. */
  accessKey: digest,
})
export type HeldPlace = Readonly<v.InferOutput<typeof HeldPlaceSchema>>

/** What a place may lack on a computer. */
export interface PlaceInUse extends Pick<Place, 'environment' | 'baseUrl'> {
  readonly key: string | null
  readonly fileStore: {
    readonly store: NonNullable<Place['fileStore']>['store']
    readonly accessKey: NonNullable<Place['fileStore']>['accessKey'] | null
  } | null
}

export function heldPlace({ environment, baseUrl, key, fileStore }: PlaceInUse): HeldPlace {
  return {
    environment,
    address: baseUrl,
    key: key === null ? null : digestOf(key),
    store: fileStore === null ? null : placeOf(fileStore.store),
    accessKey: fileStore === null ? null : digestOf(JSON.stringify(fileStore)),
  }
}

/**
 * What of these places is another than before, the addresses first.
 *
 * @param before what head office's last file gave, and what was in use: a difference to either is a change, because a
 * file that was taken by half is taken again
 */
export function changesOf(
  places: readonly Place[],
  before: readonly HeldPlace[],
): readonly HeadOfficeChange[] {
  return places.flatMap((place) => {
    const { environment } = place
    const now = heldPlace(place)
    const known = before.filter((one) => one.environment === environment)
    const isOther = (what: 'address' | 'key' | 'store' | 'accessKey'): boolean =>
      known.length === 0 || known.some((one) => one[what] !== now[what])
    const changes: HeadOfficeChange[] = []
    if (isOther('address')) changes.push({ environment, what: 'address', now: now.address })
    if (isOther('key')) changes.push({ environment, what: 'key', now: null })
    // Without a store the file says nothing about it.
    if (now.store !== null && isOther('store')) changes.push({ environment, what: 'store', now: now.store })
    else if (now.store !== null && isOther('accessKey'))
      changes.push({ environment, what: 'access-key', now: null })
    return changes
  })
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
