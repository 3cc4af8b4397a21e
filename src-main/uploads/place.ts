import type { FileStore } from '#shared/domain/file-store.ts'

/** What identifies the place that files lie in, whatever else is set about it: the same for equal buckets. */
export function placeOf({ endpoint, bucket }: FileStore): string {
  const { protocol, hostname, pathname, host } = new URL(endpoint)
  // The practice server of this computer may listen on another port at the next start.
  const isHere = protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return JSON.stringify([isHere ? 'here' : protocol, isHere ? pathname : host + pathname, bucket])
}

/** Whether two addresses lead to the same bucket. */
export function isSamePlace(one: FileStore, other: FileStore): boolean {
  return placeOf(one) === placeOf(other)
}
