import type { Dispatcher } from 'undici'
import { isHttpsLink } from '#shared/domain/claim.ts'
import type { LinkCheck } from '#shared/domain/link-check.ts'
import { bytesForKind, detectKind } from '../evidence/file-kind.ts'
import {
  createPublicFetch,
  NotPublicError,
  type PublicFetch,
  type PublicFetchOptions,
} from './public-fetch.ts'

const redirects = 3
const readAtMost = 65_536

export interface LinkCheckOptions extends PublicFetchOptions {
  /** For everything together. */
  readonly timeoutMs?: number
}

/**
 * Looks at what lies at a link: asks for its head, and for its beginning where the head does not tell. It reads at most
 * 64 KiB, follows at most three redirects, each judged like the first address, and takes nothing of ours along.
 */
export async function checkLink(
  address: string,
  { timeoutMs = 15_000, ...options }: LinkCheckOptions = {},
): Promise<LinkCheck> {
  if (!isHttpsLink(address)) return { type: 'not-allowed' }
  const reach = createPublicFetch(options)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await look(reach, new URL(address), signal)
  } catch (thrown) {
    if (isNotPublic(thrown)) return { type: 'not-allowed' }
    return signal.aborted ? { type: 'too-slow' } : { type: 'cannot-be-reached' }
  } finally {
    await reach.close()
  }
}

async function look(reach: PublicFetch, url: URL, signal: AbortSignal): Promise<LinkCheck> {
  const head = await follow(reach, url, 'HEAD', signal)
  if (head.type === 'too-many-redirects') return head
  const told = kindByType(head.answer)
  await discard(head.answer)
  if (isFine(head.answer) && told !== null && told !== 'web-page') {
    return { type: 'found', kind: told, size: lengthOf(head.answer) }
  }
  // Many hosts refuse such a question, or answer it otherwise than the one that counts.
  const get = await follow(reach, url, 'GET', signal)
  if (get.type === 'too-many-redirects') return get
  return await judge(get.answer, get.wasSentAway)
}

interface Answered {
  readonly type: 'answered'
  readonly answer: Dispatcher.ResponseData
  /** Whether a redirect led to what looks like a place to sign in. */
  readonly wasSentAway: boolean
}

async function follow(
  reach: PublicFetch,
  start: URL,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
): Promise<Answered | { readonly type: 'too-many-redirects' }> {
  // A picture as it is: packed, its size and its beginning would tell nothing.
  const headers = { accept: 'image/*, application/pdf;q=0.9, */*;q=0.1', 'accept-encoding': 'identity' }
  const range = method === 'GET' ? { range: `bytes=0-${readAtMost - 1}` } : {}
  let url = start
  for (let followed = 0; followed <= redirects; followed += 1) {
    const answer = await reach.ask(url, { method, headers: { ...headers, ...range }, signal })
    const location = textOf(answer, 'location')
    if (answer.statusCode < 300 || answer.statusCode >= 400 || location === null) {
      return { type: 'answered', answer, wasSentAway: followed > 0 && isSignIn(url) }
    }
    await discard(answer)
    if (!URL.canParse(location, url.href)) throw new Error('A redirect leads nowhere.')
    url = new URL(location, url)
  }
  return { type: 'too-many-redirects' }
}

async function judge(answer: Dispatcher.ResponseData, wasSentAway: boolean): Promise<LinkCheck> {
  const { statusCode } = answer
  if (!isFine(answer)) {
    await discard(answer)
    if (statusCode === 401 || statusCode === 403 || statusCode === 407) return { type: 'asks-for-sign-in' }
    if (statusCode === 404 || statusCode === 410) return { type: 'not-there' }
    return { type: 'server-trouble', httpStatus: statusCode }
  }
  const first = await beginning(answer)
  const kind = detectKind(first)
  if (kind === 'pdf') return { type: 'found', kind: 'pdf', size: lengthOf(answer) }
  if (kind !== null || kindByType(answer) === 'picture') {
    return isMarkup(first) ? pageOf(wasSentAway) : { type: 'found', kind: 'picture', size: lengthOf(answer) }
  }
  return kindByType(answer) === 'web-page' || isMarkup(first) ? pageOf(wasSentAway) : { type: 'other-kind' }
}

function pageOf(wasSentAway: boolean): LinkCheck {
  return { type: wasSentAway ? 'asks-for-sign-in' : 'web-page' }
}

function isFine({ statusCode }: Dispatcher.ResponseData): boolean {
  return statusCode >= 200 && statusCode < 300
}

function kindByType(answer: Dispatcher.ResponseData): 'picture' | 'pdf' | 'web-page' | null {
  const type = (textOf(answer, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^image\/(?!svg)/.test(type)) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  return type === 'text/html' || type === 'application/xhtml+xml' ? 'web-page' : null
}

function isMarkup(first: Uint8Array): boolean {
  return /^\s*<(!doctype html|html|head|body|script)/i.test(
    Buffer.from(first.subarray(0, bytesForKind)).toString('latin1'),
  )
}

function isSignIn({ hostname, pathname }: URL): boolean {
  return /(^|[./_-])(log-?in|sign-?in|auth|accounts?|sso|oauth2?)([./_-]|$)/i.test(`${hostname}${pathname}`)
}

/** The size of the whole, which the answer to a question for a part tells elsewhere. */
function lengthOf(answer: Dispatcher.ResponseData): number | null {
  const part = /^bytes \d+-\d+\/(\d+)$/.exec(textOf(answer, 'content-range') ?? '')
  const text = answer.statusCode === 206 ? part?.[1] : textOf(answer, 'content-length')
  const size = /^\d{1,15}$/.test(text ?? '') ? Number(text) : null
  return size
}

function textOf({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** The first bytes of an answer; the rest is never read. */
async function beginning(answer: Dispatcher.ResponseData): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    parts.push(part)
    length += part.length
    if (length >= readAtMost) break
  }
  return Buffer.concat(parts).subarray(0, readAtMost)
}

async function discard({ body }: Dispatcher.ResponseData): Promise<void> {
  body.on('error', () => undefined)
  await Promise.resolve(body.destroy())
}

function isNotPublic(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof NotPublicError) return true
  }
  return false
}
