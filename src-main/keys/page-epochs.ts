import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { ok, type Result } from '#shared/result.ts'
import { readText, writeDurably, type FileFailure } from '../platform/durable-file.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'

/** The owner of rows in the page: an officer, or (null) the office. */
export type RowOwner = string | null

/** The secrets mixed into the keys of an owner's rows. */
export interface OwnersEpochs {
  readonly current: Uint8Array
  /** Rows not resealed yet may be sealed under these; empty bytes stand for the time before there were epochs. */
  readonly earlier: readonly Uint8Array[]
}

/**
 * Secrets that the keys of the page's rows depend on. The browser keeps the bytes of removed rows for a while; once the
 * secret they were sealed under is destroyed, nothing on the disk opens them.
 */
export interface PageEpochs {
  /** An owner's epochs; creates the first ones. If the disk refuses them, the key is derived without an epoch. */
  of(owner: RowOwner): Promise<OwnersEpochs>
  /** Everyone who has epochs here, including officers who have left. */
  owners(): Promise<readonly RowOwner[]>
  /** The owners whose rows may still be sealed under earlier keys. */
  unfinished(): Promise<readonly RowOwner[]>
  /** Begins a new epoch. The earlier ones stay until the page has resealed its rows. */
  renew(owners: readonly RowOwner[]): Promise<Result<null, FileFailure>>
  /** The page has sealed this owner's rows under the current epoch: destroys the earlier ones. */
  confirm(owner: RowOwner): Promise<Result<null, FileFailure>>
  /** Begins a new epoch for everyone whose current one is older than `ageMs` and whose earlier ones have ended. */
  renewOlderThan(ageMs: number): Promise<Result<null, FileFailure>>
  /** Identifies everyone's current epochs without revealing them. */
  generation(): Promise<string>
  /**
   * The page has sealed everyone's rows under the epochs of this generation: destroys the earlier ones. Destroys
   * nothing when newer epochs have begun, or when the generation is another environment's.
   */
  confirmAll(generation: string): Promise<Result<null, FileFailure>>
}

const secret = v.pipe(v.string(), v.base64())
const maybeSecret = v.union([v.literal(''), secret])
const FileSchema = v.object({
  version: v.literal(1),
  owners: v.record(
    v.string(),
    v.object({
      current: secret,
      earlier: v.array(maybeSecret),
      /** ISO time; absent in files older than this field. */
      begunAt: v.optional(v.string()),
    }),
  ),
})
type KeptFile = v.InferOutput<typeof FileSchema>
type Kept = KeptFile['owners']

const beforeEpochs = ''
const officesName = 'office'
const nameOf = (owner: RowOwner): string => owner ?? officesName
const ownerOf = (name: string): RowOwner => (name === officesName ? null : name)
const newSecret = (): string => randomBytes(32).toString('base64')
const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))

const withoutEpochs: OwnersEpochs = { current: bytesOf(beforeEpochs), earlier: [] }
const none: KeptFile = { version: 1, owners: {} }

/** The epochs of an environment. Losing the file loses the page's rows; main's copies restore the drafts. */
export function createPageEpochs(file: string, now: () => Date = () => new Date()): PageEpochs {
  const inTurn = oneAtATime()

  // Replace a damaged file; leave one that is only unreadable for now.
  async function read(): Promise<Result<KeptFile, FileFailure>> {
    const text = await readText(file)
    if (!text.ok) return text
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text.value ?? '')
    return ok(parsed.success ? parsed.output : none)
  }

  async function write(kept: KeptFile): Promise<Result<null, FileFailure>> {
    const written = await writeDurably(file, `${JSON.stringify(kept)}\n`)
    if (written.ok) await removeCutOff(file)
    return written
  }

  const renewed = (kept: Kept, owner: RowOwner): Kept => {
    const before = kept[nameOf(owner)]
    const earlier = before === undefined ? [beforeEpochs] : [before.current, ...before.earlier]
    const begunAt = now().toISOString()
    return { ...kept, [nameOf(owner)]: { ...before, current: newSecret(), earlier, begunAt } }
  }

  /** Runs one change at a time: reads the file, changes it and writes it; null leaves it as it is. */
  const change = (next: (kept: KeptFile) => KeptFile | null): Promise<Result<null, FileFailure>> =>
    inTurn(async () => {
      const kept = await read()
      if (!kept.ok) return kept
      const changed = next(kept.value)
      return changed === null ? ok(null) : await write(changed)
    })

  const namesWhere = (isWanted: (known: Kept[string]) => boolean): Promise<readonly RowOwner[]> =>
    inTurn(async () => {
      const kept = await read()
      const all = kept.ok ? Object.entries(kept.value.owners) : []
      return all.flatMap(([name, known]) => (isWanted(known) ? [ownerOf(name)] : []))
    })

  return {
    of: (owner) =>
      inTurn(async () => {
        const kept = await read()
        if (!kept.ok) return withoutEpochs
        const known = kept.value.owners[nameOf(owner)]
        if (known !== undefined) return opened(known)
        const owners = renewed(kept.value.owners, owner)
        const made = owners[nameOf(owner)]
        return made !== undefined && (await write({ ...kept.value, owners })).ok
          ? opened(made)
          : withoutEpochs
      }),
    owners: () => namesWhere(() => true),
    unfinished: () => namesWhere(isUnfinished),
    renew: (owners) =>
      change((kept) =>
        owners.length === 0 ? null : { ...kept, owners: owners.reduce(renewed, kept.owners) },
      ),
    renewOlderThan: (ageMs) =>
      change((kept) => {
        const due = Object.entries(kept.owners).filter(
          ([, known]) => !isUnfinished(known) && isOlder(known, now(), ageMs),
        )
        const owners = due.reduce((before, [name]) => renewed(before, ownerOf(name)), kept.owners)
        return due.length === 0 ? null : { ...kept, owners }
      }),
    confirm: (owner) =>
      change((kept) => {
        const known = kept.owners[nameOf(owner)]
        if (known === undefined || !isUnfinished(known)) return null
        return { ...kept, owners: { ...kept.owners, [nameOf(owner)]: finished(known) } }
      }),
    generation: () =>
      inTurn(async () => {
        const kept = await read()
        return kept.ok ? generationOf(kept.value) : ''
      }),
    confirmAll: (generation) =>
      change((kept) => {
        if (generationOf(kept) !== generation) return null
        const all = Object.entries(kept.owners).map(([name, known]) => [name, finished(known)] as const)
        return { ...kept, owners: Object.fromEntries(all) }
      }),
  }
}

function isUnfinished({ earlier }: Kept[string]): boolean {
  return earlier.length > 0
}

function finished({ current, begunAt }: Kept[string]): Kept[string] {
  return { current, earlier: [], begunAt }
}

// A clock that was set back must not make an epoch last for years.
function isOlder({ begunAt }: Kept[string], now: Date, ageMs: number): boolean {
  return begunAt === undefined || !(Math.abs(now.getTime() - Date.parse(begunAt)) <= ageMs)
}

function generationOf({ owners }: KeptFile): string {
  const currents = Object.entries(owners).map(([name, { current }]) => `${name} ${current}`)
  return createHash('sha256').update(currents.sort().join('\n')).digest('base64')
}

function opened({ current, earlier }: Kept[string]): OwnersEpochs {
  return { current: bytesOf(current), earlier: earlier.map(bytesOf) }
}

// A write interrupted by a power cut may leave secrets that are to be destroyed.
async function removeCutOff(file: string): Promise<void> {
  const names = await readdir(dirname(file)).catch(() => [])
  for (const name of names.filter((found) => found.startsWith(`.${basename(file)}.`))) {
    await rm(join(dirname(file), name), { force: true }).catch(() => undefined)
  }
}
