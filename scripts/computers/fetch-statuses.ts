import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import * as v from 'valibot'
import type { OfficeStore } from '#shared/domain/file-store.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { longestReport } from './written-report.ts'

/** Names and etags of what lies in the folder: what did not change is not read again. */
const indexName = '.read-before.json'
const fileName = /^claims-desk-[0-9A-Z-]{11}\.json$/
const IndexSchema = v.record(v.pipe(v.string(), v.regex(fileName)), v.string())
/** Requests at once. */
export const atOnce = 64
/** The hash of an empty body, which is signed. */
const nothingSent = { 'x-amz-content-sha256': createHash('sha256').digest('hex') }
const listed = /<Contents>(.*?)<\/Contents>/gs

/** A status as the list shows it. */
interface Listed {
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

/**
 * Brings what computers wrote into head office's bucket into a folder of this computer, and removes what is gone there.
 * The key has to be allowed to list and to read. Throws an error whose message is for the person.
 *
 * @returns how many files were read
 */
export async function fetchStatuses(folder: string, store: OfficeStore, key: AccessKey): Promise<number> {
  const client = new AwsClient({
    accessKeyId: key.id,
    secretAccessKey: key.secret,
    service: 's3',
    region: store.region,
    retries: 3,
  })
  const bucket = addressOf(store)
  const ask = async (url: string): Promise<string> => {
    const answer = await client.fetch(url, { headers: nothingSent }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (answer === null || typeof text !== 'string') throw new Error(`${bucket} cannot be reached.`)
    if (answer.ok) return text
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? `status ${answer.status}`
    throw new Error(`${bucket} does not answer: ${code}. May the key list and read?`, { cause: code })
  }
  const prefix = `${store.prefix}status/`
  const there = await listAll(`${bucket}/`, prefix, ask)
  const have = indexIn(folder)
  for (const name of have.keys()) {
    if (there.has(name)) continue
    rmSync(join(folder, name), { force: true })
    have.delete(name)
  }
  const changed = [...there].filter(([name, { etag }]) => have.get(name) !== etag)
  const left = changed.values()
  const readSome = async (): Promise<void> => {
    for (const [name, { etag, size }] of left) {
      // What is no status is kept as an empty file, which the table calls damaged.
      const isBearable = size > 0 && size <= longestReport
      const text = isBearable ? await ask(`${bucket}/${encodeURI(prefix)}${name}`).catch(nullWhereGone) : ''
      if (text === null) continue
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      have.set(name, etag)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, readSome))
  // What was read is not read again where another one failed.
  writeFileSync(join(folder, indexName), JSON.stringify(Object.fromEntries(have)))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return changed.length
}

/** It was listed a moment ago: the bucket's lifecycle may have ended it since. */
function nullWhereGone(error: unknown): null {
  if (error instanceof Error && error.cause === 'NoSuchKey') return null
  throw error
}

/** Statuses by name. */
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
      if (fileName.test(name))
        found.set(name, { etag: valueOf(entry, 'ETag'), size: Number(valueOf(entry, 'Size')) })
    }
    token = page.includes('<IsTruncated>true<') ? valueOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined)
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

function indexIn(folder: string): Map<string, string> {
  try {
    const text = readFileSync(join(folder, indexName), 'utf8')
    return new Map(Object.entries(v.parse(v.pipe(v.string(), v.parseJson(), IndexSchema), text)))
  } catch {
    return new Map()
  }
}
