import type { FileStore, OfficeStore } from '#shared/domain/file-store.ts'
import { say } from '#main/platform/texts/texts.ts'

/**
 * The address of a bucket, without a trailing slash, and of its objects, as they are signed. A bucket that cannot stand in
 * front of the host, such as that of a bare IP address, stands behind it.
 */
export function storeAddress({ endpoint, bucket, style }: OfficeStore) {
  const url = new URL(endpoint)
  const folder = url.pathname.replace(/\/+$/, '')
  const inFront = `${url.protocol}//${bucket.toLowerCase()}.${url.host}${folder}`
  const isInFront = style === 'host' && URL.canParse(inFront)
  const at = isInFront ? inFront : `${url.origin}${folder}/${encodedName(bucket)}`
  return { bucket: at, objectUrl: (name: string) => `${at}/${encodedName(name)}` }
}

/**
 * Everything of a store that a request or a link goes to, as a person reads it. What this does not name could be changed
 * without a question: the region alone, which leads nowhere else.
 */
export function storeLabelOf(store: FileStore | OfficeStore): string {
  const at = `${bucketOf(store)}/${store.prefix}`
  return 'links' in store ? say('address.files.with-links', { at, links: store.links }) : at
}

/** Head office's bucket as a file store: nothing links to what is in it. */
export const asFileStore = (store: OfficeStore): FileStore => ({ ...store, links: bucketOf(store) })

/** The address of a bucket, without a trailing slash. */
export function bucketOf(store: OfficeStore): string {
  return storeAddress(store).bucket
}

/** The link of an object below a public base address. */
export const publicLink = (base: string, name: string): string => `${base}/${encodedName(name)}`

/** A name as it stands in an address and in what is signed: RFC 3986, slashes as they are. */
function encodedName(name: string): string {
  return encodeURIComponent(name)
    .replace(/%2F/g, '/')
    .replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}
