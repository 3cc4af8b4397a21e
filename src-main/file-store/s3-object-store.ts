import type { StoreProblem } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type {
  MultipartUploads,
  NoSuchUpload,
  ObjectHead,
  ObjectStore,
  StoreAnswer,
  StoredPart,
} from './object-store.ts'
import {
  createS3Requests,
  type StoreQuestion,
  type ObjectStoreOptions,
  type S3Requests,
  type StoreAnswered,
} from './s3-requests.ts'
import { bareEtag, completionXml, partsPage, textOf } from './s3-xml.ts'
import { publicLink } from './store-address.ts'
import { errorCodeOf, isBusy, notAStore, type Failed } from './store-failure.ts'

/** Parts in a page of a list: few enough for the limit of an answer's bytes. */
const partsOfPage = 100
/** As much as is read of what a link shows: a refusal's words; of the object one byte is asked for. */
const mostRead = 4096
/** S3 takes ten thousand parts. */
const mostPages = 100
/** The longest upload id that is accepted, because it is stored and sent with each part. */
const longestUploadId = 2000
const noSuchUpload: NoSuchUpload = { type: 'no-such-upload' }
/** The store lost a part or has another: only a new upload helps. */
const lostParts: ReadonlySet<string> = new Set([
  'NoSuchUpload',
  'InvalidPart',
  'InvalidPartOrder',
  'EntityTooSmall',
])

/** The client of a merchant's store. It holds connections until it is closed. */
export function createObjectStore(
  options: ObjectStoreOptions,
): ObjectStore & { readonly multipart: MultipartUploads } {
  const { links } = options.store
  const { ask, document, failed, link, transport } = createS3Requests(options)

  /** A HEAD is answered without words, and a refusal that comes while a body goes out is often lost: a GET hears it. */
  const askedWhy = (name: string, signal: AbortSignal): Promise<Result<StoreAnswered, Failed>> =>
    ask({ method: 'GET', name, headers: { range: 'bytes=0-0' } }, signal)

  const sent = async (asked: StoreQuestion, signal: AbortSignal): Promise<Result<string, Failed>> => {
    const answered = await ask(asked, signal)
    if (answered.ok) {
      const etag = etagOf(answered.value)
      return etag === '' ? err(answered.value) : ok(etag)
    }
    const { error } = answered
    if (error.type !== 'lost' || error.cause !== 'reset' || error.sentBytes === 0) return answered
    const why = await askedWhy(asked.name, signal)
    return !why.ok && sameForAll.has(failed(why.error).error.problem) ? why : answered
  }

  const removed = async (asked: StoreQuestion, signal: AbortSignal): StoreAnswer<null> => {
    const answered = await ask(asked, signal)
    if (!answered.ok) {
      const code = errorCodeOf(answered.error)
      return code === 'NoSuchKey' || code === 'NoSuchUpload' ? ok(null) : failed(answered.error)
    }
    const { body } = answered.value
    return body.type === 'complete' && body.text.trim() === '' ? ok(null) : failed(answered.value)
  }

  const multipart: MultipartUploads = {
    async begin(name, contentType, signal) {
      const headers = { 'content-type': contentType }
      const asked = { method: 'POST', name, query: { uploads: '' }, headers, body: '' } as const
      const begun = await document(asked, 'InitiateMultipartUploadResult', signal)
      if (!begun.ok) return failed(begun.error)
      const id = textOf(begun.value, 'UploadId')
      return id === '' || id.length > longestUploadId ? err(notAStore) : ok(id)
    },

    async list(name, uploadId, signal) {
      const found: StoredPart[] = []
      let after = 0
      for (let page = 0; page < mostPages; page += 1) {
        const query = { uploadId, 'max-parts': String(partsOfPage), 'part-number-marker': String(after) }
        const listed = await document({ method: 'GET', name, query }, 'ListPartsResult', signal)
        if (!listed.ok) return withoutUpload(listed.error)
        const { parts, nextAfter } = partsPage(listed.value)
        found.push(...parts)
        if (nextAfter === null || nextAfter <= after) break
        after = nextAfter
      }
      return ok(found)
    },

    async put(name, uploadId, number, body, signal) {
      const query = { partNumber: String(number), uploadId }
      const etag = await sent({ method: 'PUT', name, query, body }, signal)
      return etag.ok ? ok({ number, size: body.size, etag: etag.value }) : withoutUpload(etag.error)
    },

    async complete(name, uploadId, parts, signal) {
      const headers = { 'content-type': 'application/xml' }
      const asked = {
        method: 'POST',
        name,
        query: { uploadId },
        headers,
        body: completionXml(parts),
      } as const
      const completed = await document(asked, 'CompleteMultipartUploadResult', signal)
      return completed.ok ? ok(null) : withoutUpload(completed.error)
    },

    giveUp: (name, uploadId, signal) => removed({ method: 'DELETE', name, query: { uploadId } }, signal),
  }

  return {
    multipart,

    async put(name, contentType, body, signal) {
      const headers = { 'content-type': contentType }
      const etag = await sent({ method: 'PUT', name, headers, body }, signal)
      return etag.ok ? ok({ etag: etag.value }) : failed(etag.error)
    },

    async head(name, signal) {
      const asked = await ask({ method: 'HEAD', name }, signal)
      if (asked.ok) return headOf(asked.value)
      if (asked.error.type !== 'answered' || asked.error.status >= 500) return failed(asked.error)
      const why = await askedWhy(name, signal)
      // It is shown only since then, or never to a HEAD.
      if (why.ok) return headOf(why.value)
      return errorCodeOf(why.error) === 'NoSuchKey' ? ok(null) : failed(why.error)
    },

    remove: (name, signal) => removed({ method: 'DELETE', name }, signal),

    link: (name, now) =>
      links.type === 'public' ? Promise.resolve(publicLink(links.base, name)) : link(name, now),

    opens: (url, size, signal) => linkOpens({ transport, failed }, { url, size }, signal),

    close: () => transport.close(),
  }

  function headOf(answer: StoreAnswered): Awaited<StoreAnswer<ObjectHead>> {
    const [etag, size] = [etagOf(answer), sizeOf(answer)]
    return etag === '' || size === null ? failed(answer) : ok({ size, etag })
  }

  function withoutUpload(why: Failed): Awaited<StoreAnswer<NoSuchUpload>> {
    return lostParts.has(errorCodeOf(why) ?? '') ? ok(noSuchUpload) : failed(why)
  }
}

/** What a GET of the same object is refused for, too. */
const sameForAll: ReadonlySet<string> = new Set<StoreProblem>([
  'wrong-key',
  'clock-wrong',
  'no-bucket',
  'not-a-store',
])

const etagOf = ({ header }: StoreAnswered): string => bareEtag(header('etag') ?? '')

/** The size of the object that an answer is of, in bytes; null where it does not say. */
function sizeOf({ status, header }: StoreAnswered): number | null {
  const said = status === 206 ? /\/(\d+)$/.exec(header('content-range') ?? '')?.[1] : header('content-length')
  return /^\d{1,15}$/.test(said ?? '') ? Number(said) : null
}

interface Link {
  readonly url: string
  /** The size of the object that the link states. */
  readonly size: number
}

/** Whether a link opens for everyone: asked without any credential, and without following it elsewhere. */
async function linkOpens(
  { transport, failed }: Pick<S3Requests, 'transport' | 'failed'>,
  { url, size }: Link,
  signal: AbortSignal,
): StoreAnswer<null> {
  const headers = { range: 'bytes=0-0', 'accept-encoding': 'identity', 'cache-control': 'no-cache' }
  const asked = { method: 'GET', url, headers, body: null, maximumBytes: mostRead } as const
  const answer = await transport.exchange(asked, signal)
  if (answer.type === 'answered') {
    const { status, body } = answer
    // A server in front of the store may name no length: what is small came whole.
    const came = status === 200 && body.type === 'complete' ? Buffer.byteLength(body.text) : null
    if ((status === 200 || status === 206) && (sizeOf(answer) ?? came) === size) return ok(null)
    const isOurs = isBusy(status) || errorCodeOf(answer) === 'RequestTimeTooSkewed'
    if (!isOurs) {
      const { error } = failed(answer)
      return { ok: false, error: { ...error, problem: 'link-not-public' } }
    }
  }
  return failed(answer)
}
