import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { ok, type Result } from '#shared/result.ts'
import { readText, writeDurably, type FileFailure } from './durable-file.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Whose rows of the page: an officer's own, or (null) the office's. */
export type RowOwner = string | null

/** What is mixed into the keys of an owner's rows. */
export interface OwnersEpochs {
  readonly current: Uint8Array
  /** Rows not sealed anew yet may still lie under these; empty bytes stand for the time before there were epochs. */
  readonly earlier: readonly Uint8Array[]
}

/**
 * Secrets that the keys of the page's rows depend on. The browser keeps bytes of removed rows for a while; once the
 * secret they were sealed under is destroyed, nothing on the disk opens them.
 */
export interface PageEpochs {
  /** An owner's epochs; the first ones are made here. A disk that does not take them leaves the key without any. */
  of(owner: RowOwner): Promise<OwnersEpochs>
  /** Begins a new epoch. The earlier ones stay until the page has sealed its rows anew. */
  renew(owners: readonly RowOwner[]): Promise<Result<null, FileFailure>>
  /** The page has sealed this owner's rows under the current epoch: the earlier ones are destroyed. */
  confirm(owner: RowOwner): Promise<Result<null, FileFailure>>
}

const secret = v.pipe(v.string(), v.base64())
const maybeSecret = v.union([v.literal(''), secret])
const FileSchema = v.object({
  version: v.literal(1),
  owners: v.record(v.string(), v.object({ current: secret, earlier: v.array(maybeSecret) })),
})
type Kept = v.InferOutput<typeof FileSchema>['owners']

const beforeEpochs = ''
const nameOf = (owner: RowOwner): string => owner ?? 'office'
const newSecret = (): string => randomBytes(32).toString('base64')
const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))

const withoutEpochs: OwnersEpochs = { current: bytesOf(beforeEpochs), earlier: [] }

/** The epochs of an environment. Losing the file costs the page's rows; drafts come back from main's copies. */
export function createPageEpochs(file: string): PageEpochs {
  const inTurn = oneAtATime()

  // A file that is damaged is begun anew; one that cannot be read now is left as it is.
  async function read(): Promise<Result<Kept, FileFailure>> {
    const text = await readText(file)
    if (!text.ok) return text
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text.value ?? '')
    return ok(parsed.success ? parsed.output.owners : {})
  }

  async function write(owners: Kept): Promise<Result<null, FileFailure>> {
    const written = await writeDurably(file, `${JSON.stringify({ version: 1, owners })}\n`)
    if (written.ok) await removeCutOff(file)
    return written
  }

  const renewed = (kept: Kept, owner: RowOwner): Kept => {
    const before = kept[nameOf(owner)]
    const earlier = before === undefined ? [beforeEpochs] : [before.current, ...before.earlier]
    return { ...kept, [nameOf(owner)]: { current: newSecret(), earlier } }
  }

  return {
    of: (owner) =>
      inTurn(async () => {
        const kept = await read()
        if (!kept.ok) return withoutEpochs
        const known = kept.value[nameOf(owner)]
        if (known !== undefined) return opened(known)
        const first = renewed(kept.value, owner)
        const made = first[nameOf(owner)]
        return made !== undefined && (await write(first)).ok ? opened(made) : withoutEpochs
      }),
    renew: (owners) =>
      inTurn(async () => {
        const kept = await read()
        return kept.ok ? await write(owners.reduce(renewed, kept.value)) : kept
      }),
    confirm: (owner) =>
      inTurn(async () => {
        const kept = await read()
        if (!kept.ok) return kept
        const known = kept.value[nameOf(owner)]
        if (known === undefined || known.earlier.length === 0) return ok(null)
        return await write({ ...kept.value, [nameOf(owner)]: { ...known, earlier: [] } })
      }),
  }
}

function opened({ current, earlier }: Kept[string]): OwnersEpochs {
  return { current: bytesOf(current), earlier: earlier.map(bytesOf) }
}

// What a power cut left of an earlier writing holds secrets that are to be destroyed.
async function removeCutOff(file: string): Promise<void> {
  const names = await readdir(dirname(file)).catch(() => [])
  for (const name of names.filter((found) => found.startsWith(`.${basename(file)}.`))) {
    await rm(join(dirname(file), name), { force: true }).catch(() => undefined)
  }
}
