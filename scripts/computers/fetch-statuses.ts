import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import * as v from 'valibot'
import type { OfficeStore } from '#shared/domain/file-store.ts'
import { createSigner, type AccessKey } from '#main/file-store/signing.ts'
import { reasonOf, webAgent } from '../head-office/web.ts'
import { mostFiles, statusFileName, type Statuses } from './computers-by-urgency.ts'
import { longestReport } from './written-report.ts'

/** By the computer's number. What is no status has no text. */
const KeptSchema = v.record(v.string(), v.object({ etag: v.string(), text: v.nullable(v.string()) }))
type Kept = Map<string, { readonly etag: string; readonly text: string | null }>
/** Requests at once. */
export const atOnce = 64
/** The hash of an empty body, which is signed. */
const ofNothing = createHash('sha256').digest('hex')
/** Before each further try of a request, in ms. */
const pauses = [100, 500, 2_000]
const listed = /<Contents>(.*?)<\/Contents>/gs

/** A status as the list shows it. */
interface Listed {
  readonly name: string
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

/**
 * Reads what computers wrote into head office's bucket. What did not change since the last time comes from `keptFile`:
 * one file, because to write and to read ten thousand takes as long as the store. The key has to be allowed to list and
 * to read. Throws an error whose message is for the person.
 */
export async function fetchStatuses(keptFile: string, store: OfficeStore, key: AccessKey): Promise<Statuses> {
  const requests = await requestsOf(store, key)
  try {
    const kept = keptIn(keptFile)
    await bringUpToDate(kept, keptFile, store, (url) => requests.get(url))
    return new Map([...kept].map(([id, { text }]) => [id, text]))
  } finally {
    await requests.end()
  }
}

async function bringUpToDate(
  kept: Kept,
  keptFile: string,
  store: OfficeStore,
  get: (url: string) => Promise<Answer>,
): Promise<void> {
  const bucket = addressOf(store)
  const ask = async (url: string): Promise<string> => {
    const answer = await get(url).catch((error: unknown) => {
      throw new Error(`${bucket} cannot be reached: ${reasonOf(error)}.`)
    })
    if (answer.status === 200) return answer.text
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(answer.text)?.[1] ?? `status ${answer.status}`
    throw new Error(`${bucket} does not answer: ${code}. May the key list and read?`, { cause: code })
  }
  const prefix = `${store.prefix}status/`
  const there = await listAll(`${bucket}/`, prefix, ask)
  for (const id of kept.keys()) if (!there.has(id)) kept.delete(id)
  const left = [...there].filter(([id, { etag }]) => kept.get(id)?.etag !== etag).values()
  const readSome = async (): Promise<void> => {
    for (const [id, { name, etag, size }] of left) {
      const isBearable = size > 0 && size <= longestReport
      const text = isBearable ? await ask(`${bucket}/${encodeURI(prefix)}${name}`).catch(nullWhereGone) : null
      if (text !== null || !isBearable) kept.set(id, { etag, text })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, readSome))
  // What was read is not read again where another one failed.
  writeFileSync(keptFile, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 })
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

interface Answer {
  readonly status: number
  readonly text: string
}

interface Requests {
  /** Rejects where the store cannot be reached. */
  get(url: string): Promise<Answer>
  end(): Promise<void>
}

/** GETs over kept connections; a store that is busy, or did not answer, is asked again. */
async function requestsOf(store: OfficeStore, key: AccessKey): Promise<Requests> {
  const dispatcher = await webAgent(atOnce)
  const signer = createSigner(store.region, key)
  const once = async (url: string): Promise<Answer> => {
    const headers = signer.headers({ method: 'GET', url, sha256: ofNothing, at: new Date() })
    const { statusCode, body } = await request(url, { dispatcher, headers })
    return { status: statusCode, text: await body.text() }
  }
  return {
    async get(url) {
      for (const pauseMs of pauses) {
        const answer = await once(url).catch(() => null)
        if (answer !== null && answer.status !== 429 && answer.status < 500) return answer
        await wait(pauseMs)
      }
      return await once(url)
    },
    end: () => dispatcher.destroy(),
  }
}

/** It was listed a moment ago: the bucket's lifecycle may have ended it since. */
function nullWhereGone(error: unknown): null {
  if (error instanceof Error && error.cause === 'NoSuchKey') return null
  throw error
}

/** Statuses by the number of the computer. */
async function listAll(
  bucket: string,
  prefix: string,
  ask: (url: string) => Promise<string>,
): Promise<ReadonlyMap<string, Listed>> {
  const found = new Map<string, Listed>()
  let token: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, 'max-keys': '1000' })
    if (token !== undefined) query.set('continuation-token', token)
    const page = await ask(`${bucket}?${query.toString()}`)
    for (const [, entry = ''] of page.matchAll(listed)) {
      const name = valueOf(entry, 'Key').slice(prefix.length)
      const id = statusFileName.exec(name)?.[1]
      if (id !== undefined && found.size < mostFiles)
        found.set(id, { name, etag: valueOf(entry, 'ETag'), size: Number(valueOf(entry, 'Size')) })
    }
    token = page.includes('<IsTruncated>true<') ? valueOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined && found.size < mostFiles)
  return found
}

function valueOf(xml: string, name: string): string {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return value.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&')
}

function addressOf({ endpoint, bucket, style }: OfficeStore): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  return style === 'host' ? `${url.protocol}//${bucket}.${url.host}${path}` : `${url.origin}${path}/${bucket}`
}

function keptIn(file: string): Kept {
  try {
    const text = readFileSync(file, 'utf8')
    return new Map(Object.entries(v.parse(v.pipe(v.string(), v.parseJson(), KeptSchema), text)))
  } catch {
    return new Map()
  }
}
