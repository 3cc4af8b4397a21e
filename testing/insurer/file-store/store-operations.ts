import { createHash } from 'node:crypto'
import { storeError, xml, xmlFields, xmlNamespace, type StoreAnswer } from './store-answer.ts'
import type { StoreWays } from './store-faults.ts'
import type { StoreRequest } from './store-request.ts'

/** A file of the store. */
export interface KeptFile {
  readonly name: string
  readonly contentType: string
  readonly etag: string
  readonly bytes: Buffer
  /** Server time, in ms. */
  readonly storedAt: number
}

/** What a store has, and how it behaves. */
interface Shelf {
  /** By name, in the order in which they were stored. */
  readonly files: Map<string, KeptFile>
  readonly ways: StoreWays
  /** Server time, in ms. */
  readonly now: number
}

/** What an operation works on. */
export interface StoreWork extends Shelf {
  readonly request: StoreRequest
  /** Whether the request is from somebody without the access key. */
  readonly isStranger: boolean
  /** Takes the body in. @throws when it breaks off */
  readonly receive: () => Promise<Buffer | StoreAnswer>
  /** Keeps nothing, although the answer says so. */
  readonly loses: boolean
}

const md5Of = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('hex')

function etagFor(bytes: Buffer, { etags = 'md5' }: StoreWays): string {
  const md5 = md5Of(bytes)
  const another = md5Of(`not ${md5}`)
  return { md5, 'like-md5': another, opaque: `opaque-${another}` }[etags]
}

const quoted = (etag: string): string => `"${etag}"`

/** What becomes of bytes that arrived whole; an earlier file of this name is gone. */
export function kept({ ways, now }: Shelf, name: string, contentType: string, bytes: Buffer): KeptFile {
  return { name, contentType, etag: etagFor(bytes, ways), bytes, storedAt: now }
}

/** The file of this name, if it is shown by now: to its owner, or to anybody. */
export function shownFile({ files, ways, now }: Shelf, name: string, isStranger: boolean): KeptFile | null {
  const file = files.get(name)
  const { shownAfterMs = 0, opensAfterMs = 0 } = ways
  const afterMs = isStranger ? Math.max(shownAfterMs, opensAfterMs) : shownAfterMs
  return file !== undefined && now >= file.storedAt + afterMs ? file : null
}

function noSuchFile({ ways, isStranger, request }: StoreWork): StoreAnswer {
  const hides = isStranger ? ways.listable !== true : ways.hidesMissing === true
  return hides ? storeError('AccessDenied') : storeError('NoSuchKey', { Key: request.name })
}

export async function put(work: StoreWork): Promise<StoreAnswer> {
  const { files, request } = work
  // As at Backblaze and Swift; AWS answers 412 or 409.
  if (request.headers['if-none-match'] !== undefined) return storeError('NotImplemented')
  const bytes = await work.receive()
  if (!Buffer.isBuffer(bytes)) return bytes
  const file = kept(work, request.name, request.headers['content-type'] ?? 'binary/octet-stream', bytes)
  if (!work.loses) {
    files.delete(file.name)
    files.set(file.name, file)
  }
  return { status: 200, headers: { etag: quoted(file.etag) } }
}

/** First and last byte of `bytes=…`; the whole file where the header is none we know, null where none of it is there. */
function rangeOf(header: string | undefined, size: number): readonly [number, number, boolean] | null {
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined) return [0, size - 1, false]
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return Number(from) > last ? null : [Number(from), last, true]
}

/** GET and HEAD of a file, by its owner or anybody. */
export function show(work: StoreWork): StoreAnswer {
  const file = shownFile(work, work.request.name, work.isStranger)
  if (file === null) return noSuchFile(work)
  const range = rangeOf(work.request.headers.range, file.bytes.length)
  if (range === null) return storeError('InvalidRange')
  const [first, last, isPart] = range
  const headers = {
    'content-type': file.contentType,
    etag: quoted(file.etag),
    ...(isPart ? { 'content-range': `bytes ${first}-${last}/${file.bytes.length}` } : {}),
  }
  return { status: isPart ? 206 : 200, headers, body: file.bytes.subarray(first, last + 1) }
}

export function remove({ files, request }: StoreWork): StoreAnswer {
  files.delete(request.name)
  return { status: 204 }
}

export function list(work: StoreWork): StoreAnswer {
  const { files, request, ways, isStranger } = work
  if (isStranger && ways.listable !== true) return storeError('AccessDenied')
  const prefix = request.parameters.get('prefix') ?? ''
  const most = Math.min(Number(request.parameters.get('max-keys') ?? 1000), ways.keysPerPage ?? 1000)
  const after = request.parameters.get('continuation-token') ?? ''
  const found = [...files.values()]
    .filter(({ name }) => name.startsWith(prefix) && name > after)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const shown = found.slice(0, most)
  const rows = shown.map((file) => {
    const LastModified = new Date(file.storedAt).toISOString()
    return `<Contents>${xmlFields({ Key: file.name, LastModified, ETag: quoted(file.etag), Size: file.bytes.length })}</Contents>`
  })
  const fields = { Name: request.bucket, Prefix: prefix, KeyCount: shown.length, MaxKeys: most }
  const isCut = found.length > shown.length
  const next = isCut ? { NextContinuationToken: shown.at(-1)?.name ?? '' } : {}
  const head = xmlFields({ ...fields, IsTruncated: isCut, ...next })
  return xml(`<ListBucketResult ${xmlNamespace}>${head}${rows.join('')}</ListBucketResult>`)
}
