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

/** Bytes that arrived whole, and what they hash to: hexadecimal. */
export interface ReceivedBytes {
  readonly bytes: Buffer
  readonly md5: string
}

/** What an operation works on. */
export interface StoreWork {
  /** By name, in the order in which they were stored. */
  readonly files: Map<string, KeptFile>
  readonly ways: StoreWays
  /** Server time, in ms. */
  readonly now: number
  readonly request: StoreRequest
  /** Whether the request is from somebody without the access key. */
  readonly isStranger: boolean
  /** Takes the body in. @throws when it breaks off */
  readonly receive: () => Promise<ReceivedBytes | StoreAnswer>
  /** Keeps nothing, although the answer says so. */
  readonly loses: boolean
}

const isAnswer = (received: ReceivedBytes | StoreAnswer): received is StoreAnswer => 'status' in received

function etagFor(md5: string, { etags = 'md5' }: StoreWays): string {
  return etags === 'md5' ? md5 : `opaque-${createHash('sha1').update(md5).digest('hex')}`
}

const quoted = (etag: string): string => `"${etag}"`

/** The file that is asked for, if it is shown by now. */
function shownFile({ files, request, ways, now }: StoreWork): KeptFile | null {
  const file = files.get(request.name)
  return file !== undefined && now >= file.storedAt + (ways.shownAfterMs ?? 0) ? file : null
}

function noSuchFile({ ways, isStranger, request }: StoreWork): StoreAnswer {
  const hides = isStranger ? ways.listable !== true : ways.hidesMissing === true
  return hides ? storeError('AccessDenied') : storeError('NoSuchKey', { Key: request.name })
}

export async function put(work: StoreWork): Promise<StoreAnswer> {
  const { files, request, ways } = work
  // As at Backblaze and Swift; AWS answers 412 or 409.
  if (request.headers['if-none-match'] !== undefined) return storeError('NotImplemented')
  const received = await work.receive()
  if (isAnswer(received)) return received
  const etag = etagFor(received.md5, ways)
  const contentType = request.headers['content-type'] ?? 'binary/octet-stream'
  const { bytes } = received
  if (!work.loses) {
    files.delete(request.name)
    files.set(request.name, { name: request.name, contentType, etag, bytes, storedAt: work.now })
  }
  return { status: 200, headers: { etag: quoted(etag) } }
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
  const file = shownFile(work)
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
