import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { OfficeTrouble } from '#shared/contract/backup.ts'
import type { OfficeStore, StoreProblem } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ObjectBody, ObjectStore } from './object-store.ts'
import { bucketOf, publicLink } from './store-address.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { guardStorageWork } from '#main/platform/sqlite.ts'

/** What is written: bytes, or a file of this computer. */
export type OfficeContent = Uint8Array<ArrayBuffer> | { readonly file: string }

/** One folder of head office's private bucket, such as that of backups. */
export interface OfficeBucket {
  readonly put: (name: string, content: OfficeContent) => Promise<Result<null, OfficeTrouble>>
}

export interface OfficeBucketOptions {
  readonly store: OfficeStore
  /** Its folder there, closed by a slash: each has a lifecycle of its own. */
  readonly folder: string
  /** The access key for its address; null without one. */
  readonly accessKey: () => Promise<AccessKey | null>
  readonly open: (accessKey: AccessKey) => ObjectStore
  /** Where strangers would look besides the bucket's own address: below these, what claims link to is public. */
  readonly publicBases: () => readonly string[]
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** The result of a probe is used this long, since a bucket may be opened to strangers later. */
const provedMs = 86_400_000
/** That of the first: its file may not have been shown yet. */
const firstProvedMs = 60_000

/**
 * Opens a folder of the bucket. Branches may only put there: its lifecycle ends what is old. Before anything goes there,
 * after a minute and then daily, a probe shows that nothing in it opens without a key.
 */
export function officeBucket(options: OfficeBucketOptions): OfficeBucket {
  const { store, accessKey, open, publicBases, now, signal } = options
  const prefix = `${store.prefix}${options.folder}`
  const name = `${prefix}claims-desk-probe.txt`
  const body = bodyOfBytes(Buffer.from('Claims Desk tries whether strangers can open this file.\n'))
  let proved = { at: -Infinity, forMs: 0 }
  async function lookAsStranger(objects: ObjectStore): Promise<OfficeTrouble | null> {
    for (const base of [bucketOf(store), ...publicBases()]) {
      const opened = await objects.opens(publicLink(base, name), body.size, signal)
      if (opened.ok) return 'store-open'
      if (opened.error.problem !== 'link-not-public') return troubleOf(opened.error.problem)
    }
    return null
  }
  async function probe(objects: ObjectStore): Promise<OfficeTrouble | null> {
    const sinceMs = now().getTime() - proved.at
    if (sinceMs >= 0 && sinceMs < proved.forMs) return null
    // What was put the last time is shown by now, whatever a store does with what comes in its place.
    const earlier = await lookAsStranger(objects)
    if (earlier !== null) return earlier
    const put = await objects.put(name, 'text/plain', body, signal)
    if (!put.ok) return troubleOf(put.error.problem)
    const seen = await lookAsStranger(objects)
    if (seen !== null) return seen
    proved = { at: now().getTime(), forMs: proved.forMs === 0 ? firstProvedMs : provedMs }
    return null
  }
  async function putInto(
    objects: ObjectStore,
    name: string,
    content: OfficeContent,
  ): Promise<Result<null, OfficeTrouble>> {
    const trouble = await probe(objects)
    if (trouble !== null) return err(trouble)
    const body = content instanceof Uint8Array ? bodyOfBytes(content) : await bodyOfFile(content.file)
    const put = await objects.put(`${prefix}${name}`, 'application/octet-stream', body, signal)
    return put.ok ? ok(null) : err(troubleOf(put.error.problem))
  }
  return {
    put: async (name, content) => {
      const key = await accessKey()
      if (key === null) return err('store-refuses')
      const objects = open(key)
      try {
        const put = await guardStorageWork(() => putInto(objects, name, content))
        return put.ok ? put.value : err('other')
      } finally {
        await objects.close()
      }
    },
  }
}

function bodyOfBytes(bytes: Uint8Array<ArrayBuffer>): ObjectBody {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { size: bytes.length, sha256, bytes: () => Readable.from([bytes]) }
}

async function bodyOfFile(file: string): Promise<ObjectBody> {
  const read = (): AsyncIterable<Buffer> => createReadStream(file) as AsyncIterable<Buffer>
  const hash = createHash('sha256')
  for await (const piece of read()) hash.update(piece)
  return { size: (await stat(file)).size, sha256: hash.digest('hex'), bytes: read }
}

function troubleOf(problem: StoreProblem): OfficeTrouble {
  if (problem === 'no-connection' || problem === 'busy') return 'no-connection'
  return problem === 'full' || problem === 'tls' ? problem : 'store-refuses'
}
