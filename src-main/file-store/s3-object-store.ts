import type { StoreProblem } from '#shared/domain/file-store.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ObjectHead, ObjectStore, StoreAnswer } from './object-store.ts'
import {
  createS3Requests,
  type ObjectStoreOptions,
  type S3Requests,
  type StoreAnswered,
} from './s3-requests.ts'
import { publicLink } from './store-address.ts'
import { errorCodeOf, isBusy, type Failed } from './store-failure.ts'

/** As much as is read of what a link shows: a refusal's words; of the object one byte is asked for. */
const mostRead = 4096

/** The client of a merchant's store. It holds connections until it is closed. */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { links } = options.store
  const { ask, failed, transport } = createS3Requests(options)

  /** A HEAD is answered without words, and a refusal that comes while a body goes out is often lost: a GET hears it. */
  const askedWhy = (name: string, signal: AbortSignal): Promise<Result<StoreAnswered, Failed>> =>
    ask({ method: 'GET', name, headers: { range: 'bytes=0-0' } }, signal)

  return {
    async put(name, contentType, body, signal) {
      const headers = { 'content-type': contentType }
      const answered = await ask({ method: 'PUT', name, headers, body }, signal)
      if (answered.ok) {
        const etag = etagOf(answered.value)
        return etag === '' ? failed(answered.value) : ok({ etag })
      }
      const { error } = answered
      if (error.type !== 'lost' || error.cause !== 'reset' || error.sentBytes === 0) return failed(error)
      const why = await askedWhy(name, signal)
      const refusal = why.ok ? null : failed(why.error)
      return refusal !== null && sameForAll.has(refusal.error.problem) ? refusal : failed(error)
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

    async remove(name, signal) {
      const answered = await ask({ method: 'DELETE', name }, signal)
      if (!answered.ok) {
        return errorCodeOf(answered.error) === 'NoSuchKey' ? ok(null) : failed(answered.error)
      }
      const { body } = answered.value
      return body.type === 'complete' && body.text.trim() === '' ? ok(null) : failed(answered.value)
    },

    link: (name) => publicLink(links, name),

    opens: (url, size, signal) => linkOpens({ transport, failed }, { url, size }, signal),

    close: () => transport.close(),
  }

  function headOf(answer: StoreAnswered): Awaited<StoreAnswer<ObjectHead>> {
    const [etag, size] = [etagOf(answer), sizeOf(answer)]
    return etag === '' || size === null ? failed(answer) : ok({ size, etag })
  }
}

/** What a GET of the same object is refused for, too. */
const sameForAll: ReadonlySet<string> = new Set<StoreProblem>([
  'wrong-key',
  'clock-wrong',
  'no-bucket',
  'not-a-store',
])

/** Without quotes and the mark of a weak one. */
const etagOf = ({ header }: StoreAnswered): string =>
  (header('etag') ?? '').replace(/^W\//, '').replace(/^"|"$/g, '')

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
