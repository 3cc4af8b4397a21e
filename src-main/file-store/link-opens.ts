import { ok } from '#shared/result.ts'
import type { StoreAnswer } from './object-store.ts'
import type { S3Requests } from './s3-requests.ts'
import { errorCodeOf, isBusy } from './store-failure.ts'

/** As much as a refusal says; of the object itself one byte is asked for. */
const mostRead = 4096

interface Link {
  readonly url: string
  /** Bytes behind it. */
  readonly size: number
}

/** Whether a link opens for everybody: asked without any credential, and without following it elsewhere. */
export async function linkOpens(
  { transport, failed }: Pick<S3Requests, 'transport' | 'failed'>,
  { url, size }: Link,
  signal: AbortSignal,
): StoreAnswer<null> {
  const headers = { range: 'bytes=0-0', 'accept-encoding': 'identity', 'cache-control': 'no-cache' }
  const asked = { method: 'GET', url, headers, body: null, maximumBytes: mostRead } as const
  const answer = await transport.exchange(asked, signal)
  if (answer.type === 'answered') {
    const { status, header } = answer
    const shown =
      status === 206 ? /\/(\d{1,15})$/.exec(header('content-range') ?? '')?.[1] : header('content-length')
    if ((status === 200 || status === 206) && shown === String(size)) return ok(null)
    const isOurs = isBusy(status) || errorCodeOf(answer) === 'RequestTimeTooSkewed'
    if (!isOurs) {
      const { error } = failed(answer)
      return { ok: false, error: { ...error, problem: 'link-not-public' } }
    }
  }
  return failed(answer)
}
