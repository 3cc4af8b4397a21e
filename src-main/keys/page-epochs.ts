import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { ok, type Result } from '#shared/result.ts'
import { readText, writeDurably, type FileFailure } from '../platform/durable-file.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'

/** Whose rows of the page: an officer's own, or (null) the office's. */
export type RowOwner = string | null

/** What is mixed into the keys of an owner's rows. */
export interface OwnersEpochs {
  readonly current: Uint8Array
  /** Rows not sealed anew yet may still lie under these; empty bytes stand for the time before there were epochs. */
  readonly earlier: readonly Uint8Array[]
  /** Keys from before the data key was renewed, sealed; null where no row may lie under one. */
  readonly former: string | null
}

/** The epochs of all owners at a renewal of the data key: what they were mixed into is going. */
export interface HandOver {
  /** Names the data key that takes over; epochs that were handed over to it stay as they are. */
  readonly under: string
  /** Owners that must have epochs afterwards. */
  readonly owners: readonly RowOwner[]
  /** Seals the keys that an owner's rows may lie under. */
  readonly sealFormer: (owner: RowOwner, epochs: OwnersEpochs) => string
}

/**
 * Secrets that the keys of the page's rows depend on. The browser keeps bytes of removed rows for a while; once the
 * secret they were sealed under is destroyed, nothing on the disk opens them.
 */
export interface PageEpochs {
  /** An owner's epochs; the first ones are made here. A disk that does not take them leaves the key without any. */
  of(owner: RowOwner): Promise<OwnersEpochs>
  /** Everybody who has epochs here, officers who have left among them. */
  owners(): Promise<readonly RowOwner[]>
  /** Those of whom rows may still lie under earlier keys. */
  unfinished(): Promise<readonly RowOwner[]>
  /** Begins a new epoch. The earlier ones stay until the page has sealed its rows anew. */
  renew(owners: readonly RowOwner[]): Promise<Result<null, FileFailure>>
  /** The page has sealed this owner's rows under the current epoch: the earlier ones are destroyed. */
  confirm(owner: RowOwner): Promise<Result<null, FileFailure>>
  /** Begins a new epoch for everybody whose present one is older than so long, and whose earlier ones are over. */
  renewOlderThan(ageMs: number): Promise<Result<null, FileFailure>>
  /** Names the present epochs of everybody, without telling them. */
  generation(): Promise<string>
  /**
   * The page has sealed everybody's rows under the epochs of this generation: the earlier ones are destroyed. Nothing
   * is destroyed when newer epochs began since, or when it speaks of another environment's.
   */
  confirmAll(generation: string): Promise<Result<null, FileFailure>>
  /** Begins every owner's epochs anew for another data key, all of them or none. */
  handOver(how: HandOver): Promise<Result<null, FileFailure>>
  /** The name of the data key the epochs were handed over to last. */
  under(): Promise<string | null>
}

const secret = v.pipe(v.string(), v.base64())
const maybeSecret = v.union([v.literal(''), secret])
const FileSchema = v.object({
  version: v.literal(1),
  under: v.optional(v.string()),
  owners: v.record(
    v.string(),
    v.object({
      current: secret,
      earlier: v.array(maybeSecret),
      former: v.optional(secret),
      /** ISO time; absent in files of before it was noted. */
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

const withoutEpochs: OwnersEpochs = { current: bytesOf(beforeEpochs), earlier: [], former: null }
const none: KeptFile = { version: 1, owners: {} }

/** The epochs of an environment. Losing the file costs the page's rows; drafts come back from main's copies. */
export function createPageEpochs(file: string, now: () => Date = () => new Date()): PageEpochs {
  const inTurn = oneAtATime()

  // A file that is damaged is begun anew; one that cannot be read now is left as it is.
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

  /** One turn: what is kept now, changed and written; null leaves it as it is. */
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
    handOver: ({ under, owners, sealFormer }) =>
      change((kept) => {
        if (kept.under === under) return null
        const everybody = new Set([...Object.keys(kept.owners).map(ownerOf), ...owners])
        const all = [...everybody].map((owner): [string, Kept[string]] => {
          const known = kept.owners[nameOf(owner)]
          const former = sealFormer(owner, known === undefined ? withoutEpochs : opened(known))
          const begunAt = now().toISOString()
          return [nameOf(owner), { current: newSecret(), earlier: [], former, begunAt }]
        })
        return { ...kept, under, owners: Object.fromEntries(all) }
      }),
    under: () =>
      inTurn(async () => {
        const kept = await read()
        return kept.ok ? (kept.value.under ?? null) : null
      }),
  }
}

function isUnfinished({ earlier, former }: Kept[string]): boolean {
  return earlier.length > 0 || former !== undefined
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

function opened({ current, earlier, former }: Kept[string]): OwnersEpochs {
  return { current: bytesOf(current), earlier: earlier.map(bytesOf), former: former ?? null }
}

// What a power cut left of an earlier writing holds secrets that are to be destroyed.
async function removeCutOff(file: string): Promise<void> {
  const names = await readdir(dirname(file)).catch(() => [])
  for (const name of names.filter((found) => found.startsWith(`.${basename(file)}.`))) {
    await rm(join(dirname(file), name), { force: true }).catch(() => undefined)
  }
}
