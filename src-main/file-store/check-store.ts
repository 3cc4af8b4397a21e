import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as passed } from 'node:timers/promises'
import type { FileStore, StoreCheck, StoreProblem } from '#shared/domain/file-store.ts'
import { err, type Result } from '#shared/result.ts'
import { looksMs, type ObjectBody, type ObjectStore, type StoreFailure } from './object-store.ts'
import { createObjectStore } from './s3-object-store.ts'
import { createTransport, type ObjectStoreOptions, type StoreLimits, type Transport } from './s3-requests.ts'
import { bucketOf } from './store-address.ts'
import { notAStore } from './store-failure.ts'

/** Shorter limits than an upload's, because an officer waits for the answer. */
const patience: StoreLimits = { connectTimeoutMs: 10_000, silenceMs: 20_000, answerMs: 30_000 }
/** As long as an officer waits for a store to show what it took. */
const shortLooksMs: readonly number[] = looksMs.slice(0, 2)
/** Letters of the test file's name that are not asked for. */
const hiddenLetters = 24
/** What a store answers, too, that does not show an object yet. */
const mayPass: ReadonlySet<StoreProblem> = new Set(['not-a-store', 'not-allowed', 'link-not-public'])

/** What is known of a store that is tried. */
interface TriedStore {
  readonly prefix: string
  /** Whether strangers can list what is in it, where they could ask. */
  readonly isListable?: (name: string) => Promise<boolean>
  /** Between looks for what it does not show yet, in ms; as long as an officer waits by default. */
  readonly looksMs?: readonly number[]
  readonly wait?: typeof waitHere
}

/**
 * Tries what uploading a file needs, with a small file of a name that cannot be guessed: putting it, its proof, its link
 * without any credential, whether strangers can list the bucket, and removing it. It never rejects.
 *
 * @param looks see `TriedStore`
 */
export async function checkStore(
  options: ObjectStoreOptions,
  signal: AbortSignal,
  looks = shortLooksMs,
): Promise<StoreCheck> {
  const limits = { ...patience, ...options.limits }
  const objects = createObjectStore({ ...options, limits })
  const stranger = createTransport(options.network, limits)
  const { prefix } = options.store
  const isListable = (name: string): Promise<boolean> => strangersList(options.store, name, stranger, signal)
  try {
    return await checkObjects(objects, { prefix, isListable, looksMs: looks }, signal)
  } finally {
    await Promise.all([objects.close(), stranger.close()])
  }
}

/** The part of the check that needs only an `ObjectStore`. It never rejects. */
export async function checkObjects(
  objects: ObjectStore,
  { prefix, isListable, looksMs: looks = shortLooksMs, wait = waitHere }: TriedStore,
  signal: AbortSignal,
): Promise<StoreCheck> {
  const body = testBody()
  const name = `${prefix}check-${randomBytes(16).toString('hex')}.txt`
  const sent = await objects.put(name, 'text/plain', body, signal)
  if (!sent.ok) return problem(sent.error)
  const link = objects.link(name)
  const look = async (): Promise<Result<unknown, StoreFailure>> => {
    const found = await objects.head(name, signal)
    if (!found.ok) return found
    const isThere = found.value?.size === body.size
    return isThere ? await objects.opens(link, body.size, signal) : err(notAStore)
  }
  let shown = await look()
  for (const waitMs of looks) {
    if (shown.ok || !mayPass.has(shown.error.problem)) break
    await wait(waitMs, signal)
    shown = await look()
  }
  const isListed = (await isListable?.(name)) ?? false
  const removed = await objects.remove(name, signal)
  return shown.ok ? { type: 'works', isListable: isListed, removes: removed.ok } : problem(shown.error)
}

/** Waits so many ms, or until it is stopped. */
const waitHere = (ms: number, signal: AbortSignal): Promise<void> =>
  passed(ms, undefined, { signal }).catch(() => undefined)

const problem = ({ problem, saying, clockAheadMs }: Omit<StoreFailure, 'retryAfterMs'>): StoreCheck => ({
  type: 'problem',
  problem,
  saying,
  clockAheadMs,
})

function testBody(): ObjectBody {
  const bytes = Buffer.from('Claims Desk checks this file store. This file can be removed.\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { size: bytes.length, sha256, bytes: () => Readable.from([bytes]) }
}

/**
 * Whether a stranger is shown what is in the bucket, at the store's own address or at that of the links: a list by its
 * form, or by the name that was only half asked for.
 */
async function strangersList(
  store: FileStore,
  name: string,
  stranger: Transport,
  signal: AbortSignal,
): Promise<boolean> {
  const secret = name.slice(-hiddenLetters)
  const query = `list-type=2&max-keys=10&prefix=${encodeURIComponent(name.slice(0, -hiddenLetters))}`
  for (const base of new Set([bucketOf(store), store.links])) {
    const asked = { method: 'GET', url: `${base}/?${query}`, headers: {}, body: null } as const
    const answer = await stranger.exchange(asked, signal)
    if (answer.type !== 'answered' || answer.status !== 200) continue
    const { text } = answer.body
    if (/<(?:\w+:)?ListBucketResult[\s>]/.test(text) || text.includes(secret)) return true
  }
  return false
}
