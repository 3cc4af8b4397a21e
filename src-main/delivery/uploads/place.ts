import { isPlainHere } from '#shared/base-url.ts'
import type { FileStore } from '#shared/domain/file-store.ts'

/** What identifies the place that files lie in, whatever else is set about it: the same for equal buckets. */
export function uploadPlaceOf({ endpoint, bucket }: FileStore): string {
  const address = new URL(endpoint)
  const { protocol, pathname, host } = address
  // The practice server of this computer may listen on another port at the next start.
  const isHere = isPlainHere(address)
  return JSON.stringify([isHere ? 'here' : protocol, isHere ? pathname : host + pathname, bucket])
}

/** Whether two addresses lead to the same bucket. */
export function isSamePlace(one: FileStore, other: FileStore): boolean {
  return uploadPlaceOf(one) === uploadPlaceOf(other)
}
