import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import * as v from 'valibot'
import type { OfficeStore } from '#shared/domain/file-store.ts'
import type { AccessKey } from '#main/keys/store-keys.ts'
import { longestReport } from './written-report.ts'

/** Names and etags of what lies in the folder: what did not change is not read again. */
const indexName = '.read-before.json'
const IndexSchema = v.record(v.string(), v.string())
const atOnce = 64
/** The hash of an empty body, which is signed. */
const nothingSent = { 'x-amz-content-sha256': createHash('sha256').digest('hex') }
const listed = /<Contents>(.*?)<\/Contents>/gs
const fileName = /^claims-desk-[0-9A-Z-]{11}\.json$/

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
    if (answer === null) throw new Error(`${bucket} cannot be reached.`)
    const text = await answer.text()
    if (answer.ok) return text
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? `status ${answer.status}`
    throw new Error(`${bucket} does not answer: ${code}. May the key list and read?`)
  }
  const prefix = `${store.prefix}status/`
  const there = await listAll(`${bucket}/`, prefix, ask)
  const before = indexIn(folder)
  const changed = [...there].filter(([name, etag]) => before[name] !== etag).map(([name]) => name)
  for (const name of Object.keys(before)) if (!there.has(name)) rmSync(join(folder, name), { force: true })
  const left = changed.values()
  const readSome = async (): Promise<void> => {
    for (const name of left) {
      const text = await ask(`${bucket}/${encodeURI(prefix)}${name}`)
      if (text.length <= longestReport) writeFileSync(join(folder, name), text, { mode: 0o600 })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  writeFileSync(join(folder, indexName), JSON.stringify(Object.fromEntries(there)))
  return changed.length
}

/** Names of statuses, and their etags. */
async function listAll(
  bucket: string,
  prefix: string,
  ask: (url: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  let token: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, 'max-keys': '1000' })
    if (token !== undefined) query.set('continuation-token', token)
    const page = await ask(`${bucket}?${query.toString()}`)
    for (const [, entry = ''] of page.matchAll(listed)) {
      const name = valueOf(entry, 'Key').slice(prefix.length)
      if (fileName.test(name)) found.set(name, valueOf(entry, 'ETag'))
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

function indexIn(folder: string): Readonly<Record<string, string>> {
  try {
    return v.parse(
      v.pipe(v.string(), v.parseJson(), IndexSchema),
      readFileSync(join(folder, indexName), 'utf8'),
    )
  } catch {
    return {}
  }
}
