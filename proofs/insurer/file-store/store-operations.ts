import { createHash, randomBytes } from 'node:crypto'
import type { KeptFile, KeptFiles, KeptPart, ReceivedBytes } from './kept-files.ts'
import { storeError, xml, xmlFields, xmlNamespace, type StoreAnswer } from './store-answer.ts'
import type { StoreWays } from './store-faults.ts'
import type { StoreRequest } from './store-request.ts'

/** What an operation works on. */
export interface StoreWork {
  readonly files: KeptFiles
  readonly ways: StoreWays
  /** Server time, in ms. */
  readonly now: number
  readonly request: StoreRequest
  /** Whether the request is from somebody without the access key. */
  readonly isStranger: boolean
  /** What the body must hash to, hexadecimal; null where the request does not say. */
  readonly sha256: string | null
  /** Takes the body in. Null when it hashes to something else, with nothing kept; @throws when it breaks off. */
  readonly receive: () => Promise<ReceivedBytes | StoreAnswer>
  /** Keeps nothing, although the answer says so. */
  readonly loses: boolean
  /** Ids of completed uploads with the ETag of what they became. */
  readonly completed: Map<string, string>
}

const usualSmallestPart = 5 * 1024 * 1024

const isAnswer = (received: ReceivedBytes | StoreAnswer): received is StoreAnswer => 'status' in received

function etagFor(md5: string, { etags = 'md5' }: StoreWays): string {
  return etags === 'md5' ? md5 : `opaque-${createHash('sha1').update(md5).digest('hex')}`
}

const quoted = (etag: string): string => `"${etag}"`

/** The file that is asked for, if it is shown by now. */
function shownFile({ files, request, ways, now }: StoreWork): KeptFile | null {
  const file = files.file(request.name)
  return file !== null && now >= file.storedAt + (ways.shownAfterMs ?? 0) ? file : null
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
  if (!work.loses) files.store({ name: request.name, contentType, etag, bytes, storedAt: work.now })
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

export function remove({ files, request, loses }: StoreWork): StoreAnswer {
  if (!loses) files.remove(request.name)
  return { status: 204 }
}

export function begin({ files, request }: StoreWork): StoreAnswer {
  const id = randomBytes(24).toString('base64url')
  files.begin(id, request.name, request.headers['content-type'] ?? 'binary/octet-stream')
  const fields = xmlFields({ Bucket: request.bucket, Key: request.name, UploadId: id })
  return xml(`<InitiateMultipartUploadResult ${xmlNamespace}>${fields}</InitiateMultipartUploadResult>`)
}

const uploadIdOf = ({ request }: StoreWork): string => request.parameters.get('uploadId') ?? ''

/** The parts of the upload that is asked about; null where there is none of that id for this name. */
function partsOf(work: StoreWork): Map<number, KeptPart> | null {
  return work.files.unfinished(uploadIdOf(work), work.request.name)?.parts ?? null
}

export async function putPart(work: StoreWork): Promise<StoreAnswer> {
  const number = Number(work.request.parameters.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    return storeError('InvalidArgument', {
      Message: 'Part number must be an integer between 1 and 10000, inclusive',
    })
  }
  if (partsOf(work) === null) return storeError('NoSuchUpload')
  const received = await work.receive()
  if (isAnswer(received)) return received
  // It may have been completed or given up while the bytes came.
  const parts = partsOf(work)
  if (parts === null) return storeError('NoSuchUpload')
  const { bytes, md5: etag } = received
  if (!work.loses) parts.set(number, { number, bytes, etag })
  return { status: 200, headers: { etag: quoted(etag) } }
}

function inOrder(parts: ReadonlyMap<number, KeptPart>): readonly KeptPart[] {
  return [...parts.values()].toSorted((one, other) => one.number - other.number)
}

export function listParts(work: StoreWork): StoreAnswer {
  const { request, ways } = work
  const kept = partsOf(work)
  if (kept === null) return storeError('NoSuchUpload')
  const after = Number(request.parameters.get('part-number-marker') ?? 0)
  const most = Math.min(Number(request.parameters.get('max-parts') ?? 1000), ways.partsPerPage ?? 1000)
  const rest = inOrder(kept).filter((part) => part.number > after)
  const shown = rest.slice(0, most)
  const parts = shown.map(
    ({ number, bytes, etag }) =>
      `<Part>${xmlFields({ PartNumber: number, ETag: quoted(etag), Size: bytes.length })}</Part>`,
  )
  const fields = xmlFields({
    Bucket: request.bucket,
    Key: request.name,
    UploadId: uploadIdOf(work),
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.number ?? 0,
    MaxParts: most,
    IsTruncated: rest.length > shown.length,
  })
  return xml(`<ListPartsResult ${xmlNamespace}>${fields}${parts.join('')}</ListPartsResult>`)
}

interface NamedPart {
  readonly number: number
  readonly etag: string
}

/** The parts that the body of a completing names, or null where it is not what it should be. */
function namedParts(body: string): readonly NamedPart[] | null {
  if (!/<CompleteMultipartUpload[\s>]/.test(body)) return null
  const parts = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, inner = '']) => ({
    number: Number(/<PartNumber>\s*(\d+)\s*<\/PartNumber>/.exec(inner)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/s.exec(inner)?.[1] ?? '').trim().replace(/&quot;|&#34;|"/g, ''),
  }))
  return parts.length === 0 || parts.some((part) => Number.isNaN(part.number)) ? null : parts
}

function completed({ request }: StoreWork, etag: string): StoreAnswer {
  const fields = xmlFields({ Bucket: request.bucket, Key: request.name, ETag: quoted(etag) })
  return xml(`<CompleteMultipartUploadResult ${xmlNamespace}>${fields}</CompleteMultipartUploadResult>`)
}

export async function complete(work: StoreWork): Promise<StoreAnswer> {
  const { files, request, ways } = work
  const id = uploadIdOf(work)
  const received = await work.receive()
  if (isAnswer(received)) return received
  const body = received.bytes.toString('utf8')
  const before = work.completed.get(`${id}/${request.name}`)
  if (before !== undefined && ways.forgetsCompleted !== true) return completed(work, before)
  const unfinished = files.unfinished(id, request.name)
  if (unfinished === null) return storeError('NoSuchUpload')
  const named = namedParts(body)
  if (named === null) return storeError('MalformedXML')
  if (named.some((part, place) => part.number <= (named[place - 1]?.number ?? 0))) {
    return storeError('InvalidPartOrder')
  }
  const parts = named.map(({ number, etag }) => {
    const part = unfinished.parts.get(number)
    return part?.etag === etag ? part : null
  })
  if (!parts.every((part) => part !== null)) return storeError('InvalidPart', { UploadId: id })
  const smallestPart = ways.smallestPartBytes ?? usualSmallestPart
  const small = parts.slice(0, -1).find((part) => part.bytes.length < smallestPart)
  if (small !== undefined) {
    const more = { ProposedSize: small.bytes.length, MinSizeAllowed: smallestPart, PartNumber: small.number }
    return storeError('EntityTooSmall', { ...more, ETag: small.etag })
  }
  if (parts.slice(0, -1).some((part) => part.bytes.length !== parts[0]?.bytes.length)) {
    // As at R2.
    return storeError('InvalidPart', { Message: 'All non-trailing parts must have the same length.' })
  }
  const md5 = createHash('md5')
  for (const part of parts) md5.update(Buffer.from(part.etag, 'hex'))
  const etag = `${md5.digest('hex')}-${parts.length}`
  const { name, contentType } = unfinished
  const bytes = Buffer.concat(parts.map((part) => part.bytes))
  if (!work.loses) files.store({ name, contentType, etag, bytes, storedAt: work.now })
  files.end(id)
  work.completed.set(`${id}/${request.name}`, etag)
  return completed(work, etag)
}

export function abort(work: StoreWork): StoreAnswer {
  if (partsOf(work) === null) return storeError('NoSuchUpload')
  work.files.end(uploadIdOf(work))
  return { status: 204 }
}

export function list(work: StoreWork): StoreAnswer {
  const { files, request, ways, isStranger } = work
  if (isStranger && ways.listable !== true) return storeError('AccessDenied')
  const prefix = request.parameters.get('prefix') ?? ''
  const most = Math.min(Number(request.parameters.get('max-keys') ?? 1000), ways.keysPerPage ?? 1000)
  const after = request.parameters.get('continuation-token') ?? ''
  const found = files
    .all()
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
