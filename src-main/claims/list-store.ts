import { rmSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import type { KeptList, ListSize } from '#shared/domain/claim-list.ts'
import { newId } from '#shared/domain/identifier.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import { ReceivedClaimSchema, type ReceivedClaim } from '#shared/domain/received-claim.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import { openSealed, type RowProtection } from '#main/outbox/entry-codec.ts'
import { fileVersion } from '#main/outbox/file-version.ts'
import { nextTurn } from '#main/platform/slices.ts'
import { guardStorage, guardStorageWork, type StorageFailure, inTransaction } from '#main/platform/sqlite.ts'

const version = 2
/** A block opens, and is sealed, in a few milliseconds: so many plain claims, fewer where texts are long. */
const mostInBlock = { claims: 500, letters: 500_000 }

/* A list is what its row points to: blocks of another snapshot are leftovers of a kill, and go when the file is opened. */
const schema = `
  CREATE TABLE list (product TEXT PRIMARY KEY, snapshot TEXT NOT NULL, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE block (
    product TEXT NOT NULL, snapshot TEXT NOT NULL, n INTEGER NOT NULL, sealed BLOB NOT NULL,
    PRIMARY KEY (snapshot, n)) STRICT;
  CREATE TABLE size (
    product TEXT PRIMARY KEY, bytes INTEGER NOT NULL, is_whole INTEGER NOT NULL, bytes_per_second REAL,
    at TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${version}`

/** Of a kill, or of a list that could not be written. */
const dropLeftovers = 'DELETE FROM block WHERE snapshot NOT IN (SELECT snapshot FROM list)'

const ClaimsSchema = v.array(ReceivedClaimSchema)
const HeadSchema = v.object({
  fetchedAt: v.string(),
  count: v.number(),
  listed: v.number(),
  oldestCreatedAt: v.nullable(v.string()),
  blocks: v.number(),
  etag: v.nullable(v.string()),
  digest: v.string(),
})
const SizeSchema = v.object({
  bytes: v.number(),
  is_whole: v.number(),
  bytes_per_second: v.nullable(v.number()),
  at: v.string(),
})

/** When the insurer gave a list (ISO), and what it is recognised by. */
export interface ReadFrom {
  readonly fetchedAt: string
  /** What the insurer gave to recognise an unchanged list by. */
  readonly etag: string | null
  /** SHA-256 of the whole list, for insurers that give nothing. It lets anyone confirm a guess: it is sealed. */
  readonly digest: string
  /** Claims in the whole list. */
  readonly listed: number
}

type Row = Readonly<Record<string, SQLOutputValue>>
type Head = v.InferOutput<typeof HeadSchema>

/**
 * The insurer's claim lists as they are kept, sealed in blocks in a file of their own. They can be read again: a damaged
 * file is thrown away, and where there is no disk for it the lists stay in memory. Work is done in the order of the
 * calls, with room for everything else between two blocks.
 */
export class ClaimListStore {
  readonly #file: string
  readonly #protection: RowProtection
  readonly #inTurn = oneAtATime()
  #database: DatabaseSync

  constructor(file: string, protection: RowProtection) {
    this.#file = file
    this.#protection = protection
    this.#database = openFile(file)
  }

  /** Null when none is kept, or when it cannot be opened. */
  kept(product: Product): KeptList | null {
    const head = this.#head(product)
    if (head === null) return null
    const { etag: _etag, digest: _digest, blocks: _blocks, ...kept } = head
    return kept
  }

  /** What the insurer recognises the kept list by; null unless all of it is here. */
  etag(product: Product): string | null {
    return this.#isWhole(product) ? (this.#head(product)?.etag ?? null) : null
  }

  size(product: Product): ListSize | null {
    const size = v.safeParse(SizeSchema, this.#row('SELECT * FROM size WHERE product = ?', product))
    if (!size.success) return null
    const { bytes, is_whole, bytes_per_second, at } = size.output
    return { bytes, isWhole: is_whole === 1, bytesPerSecond: bytes_per_second, at }
  }

  noteSize(product: Product, { bytes, isWhole, bytesPerSecond, at }: ListSize): void {
    this.#use((database) =>
      database
        .prepare('INSERT OR REPLACE INTO size VALUES (?, ?, ?, ?, ?)')
        .run(product, bytes, isWhole ? 1 : 0, bytesPerSecond, at),
    )
  }

  /** The kept claims in the order of the list; empty where none are kept. A list with a block that does not open goes. */
  read(product: Product): Promise<readonly ReceivedClaim[]> {
    return this.#inTurn(() => this.#read(product))
  }

  /**
   * Replaces a kept list by one that was read, in one step at the end.
   *
   * @returns whether it is another list: one that is kept already is only dated again.
   */
  async publish(
    product: Product,
    claims: readonly ReceivedClaim[],
    from: ReadFrom,
  ): Promise<Result<boolean, StorageFailure>> {
    return await this.#write(async () => {
      const before = this.#head(product)
      if (before?.digest === from.digest && this.#isWhole(product)) {
        this.#renew(product, before, from)
        return false
      }
      await this.#replace(product, claims, from)
      return true
    })
  }

  /** The insurer says that its list has not changed. @param fetchedAt ISO time */
  async renew(product: Product, fetchedAt: string): Promise<Result<null, StorageFailure>> {
    return await this.#write(() => {
      const before = this.#head(product)
      if (before !== null) this.#renew(product, before, { ...before, fetchedAt })
      return Promise.resolve(null)
    })
  }

  /** How many of the kept claims are of a policy. */
  async countOfPolicy(policy: PolicyNumber): Promise<number> {
    let count = 0
    for (const product of products) {
      const claims = await this.read(product)
      count += claims.filter(({ policyNumber }) => policyNumberOf(policyNumber) === policy).length
    }
    return count
  }

  /** Removes a policy's claims, so that no byte of them stays in the file; a list that cannot be opened goes whole. */
  async forgetPolicy(policy: PolicyNumber): Promise<Result<number, StorageFailure>> {
    return await this.#write(async () => {
      let gone = 0
      this.#database.exec(dropLeftovers)
      for (const product of products) {
        const head = this.#head(product)
        const claims = await this.#read(product)
        const stays = claims.filter(({ policyNumber }) => policyNumberOf(policyNumber) !== policy)
        gone += claims.length - stays.length
        if (head !== null && stays.length === claims.length) continue
        if (head === null || stays.length === 0) this.#drop(product)
        // It is no longer the insurer's list: neither by its etag nor by what is in it.
        else
          await this.#replace(product, stays, {
            ...head,
            listed: head.listed - (claims.length - stays.length),
            etag: null,
            digest: '',
          })
      }
      this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      return gone
    })
  }

  /** Ends with what is being done. Nothing may be asked of it afterwards. */
  async close(): Promise<void> {
    await this.#inTurn(() => {
      this.#database.close()
      return Promise.resolve()
    })
  }

  async #read(product: Product): Promise<readonly ReceivedClaim[]> {
    const rows = this.#use((database) =>
      database
        .prepare(
          `SELECT list.snapshot, n FROM list JOIN block USING (snapshot) WHERE list.product = ? ORDER BY n`,
        )
        .all(product),
    )
    const claims: ReceivedClaim[] = []
    for (const { snapshot, n } of rows ?? []) {
      for (const claim of this.#block(product, String(snapshot), Number(n)) ?? []) claims.push(claim)
      await nextTurn()
    }
    if (claims.length === (this.#head(product)?.count ?? 0)) return claims
    // Else the insurer would go on saying that it has not changed.
    this.#use(() => this.#drop(product))
    return []
  }

  #block(product: Product, snapshot: string, n: number): readonly ReceivedClaim[] | null {
    const row = this.#row('SELECT sealed FROM block WHERE snapshot = ? AND n = ?', snapshot, n)
    return this.#opened(ClaimsSchema, row, `list/${product}/${snapshot}/${n}`)
  }

  #head(product: Product): Head | null {
    return this.#opened(
      HeadSchema,
      this.#row('SELECT * FROM list WHERE product = ?', product),
      `list/${product}`,
    )
  }

  #opened<T>(schema: v.GenericSchema<unknown, T>, row: Row | null, associatedData: string): T | null {
    const sealed = row?.['sealed']
    if (!(sealed instanceof Uint8Array)) return null
    const opened = openSealed(this.#protection, schema, sealed, associatedData)
    return opened.ok ? opened.value : null
  }

  /** Whether every block of the kept list is there. One that does not open is found when it is read. */
  #isWhole(product: Product): boolean {
    const found = this.#row(
      'SELECT count(*) AS n FROM list JOIN block USING (snapshot) WHERE list.product = ?',
      product,
    )
    return found?.['n'] === (this.#head(product)?.blocks ?? 0)
  }

  #renew(product: Product, before: Head, { fetchedAt, etag }: Pick<ReadFrom, 'fetchedAt' | 'etag'>): void {
    const sealed = this.#sealedHead(product, { ...before, fetchedAt, etag })
    this.#database.prepare('UPDATE list SET sealed = ? WHERE product = ?').run(sealed, product)
  }

  #sealedHead(product: Product, head: Head): Uint8Array {
    return this.#protection.seal(JSON.stringify(head), `list/${product}`)
  }

  async #replace(product: Product, claims: readonly ReceivedClaim[], from: ReadFrom): Promise<void> {
    const snapshot = newId()
    let blocks = 0
    for (const text of blockTexts(claims)) {
      const sealed = this.#protection.seal(text, `list/${product}/${snapshot}/${blocks}`)
      // Prepared again: a damaged file may have been thrown away in between.
      this.#database.prepare('INSERT INTO block VALUES (?, ?, ?, ?)').run(product, snapshot, blocks, sealed)
      blocks += 1
      await nextTurn()
    }
    const sealed = this.#sealedHead(product, { ...headOf(claims, from), blocks })
    this.#database.prepare('INSERT OR REPLACE INTO list VALUES (?, ?, ?)').run(product, snapshot, sealed)
    await this.#dropBlocks(product, snapshot)
  }

  #drop(product: Product): void {
    inTransaction(this.#database, () => {
      for (const table of ['list', 'block'])
        this.#database.prepare(`DELETE FROM ${table} WHERE product = ?`).run(product)
    })
  }

  /** Block by block: overwriting megabytes takes a while. */
  async #dropBlocks(product: Product, except: string): Promise<void> {
    const others = this.#database
      .prepare('SELECT snapshot, n FROM block WHERE product = ? AND snapshot <> ?')
      .all(product, except)
    for (const { snapshot, n } of others) {
      this.#database
        .prepare('DELETE FROM block WHERE snapshot = ? AND n = ?')
        .run(String(snapshot), Number(n))
      await nextTurn()
    }
  }

  /** Writes; a damaged file is thrown away first, and written once more. */
  async #write<T>(work: () => Promise<T>): Promise<Result<T, StorageFailure>> {
    return await this.#inTurn(async () => {
      const done = await guardStorageWork(work)
      if (done.ok || done.error.type !== 'damaged') return done
      this.#throwAway()
      return await guardStorageWork(work)
    })
  }

  #row(sql: string, ...given: readonly (string | number)[]): Row | null {
    return this.#use((database) => database.prepare(sql).get(...given)) ?? null
  }

  /** Reads; null where that fails. */
  #use<T>(work: (database: DatabaseSync) => T): T | null {
    const done = guardStorage(() => work(this.#database))
    if (done.ok) return done.value
    if (done.error.type === 'damaged') this.#throwAway()
    return null
  }

  #throwAway(): void {
    this.#database.close()
    removeLists(this.#file)
    this.#database = openFile(this.#file)
  }
}

/** The JSON of the claims in pieces, each a list of some. */
function* blockTexts(claims: readonly ReceivedClaim[]): Generator<string> {
  let [texts, letters] = [new Array<string>(), 0]
  for (const claim of claims) {
    const text = JSON.stringify(claim)
    const isFull = texts.length === mostInBlock.claims || letters + text.length > mostInBlock.letters
    if (isFull && texts.length > 0) {
      yield `[${texts.join(',')}]`
      ;[texts, letters] = [[], 0]
    }
    texts.push(text)
    letters += text.length
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`
}

function headOf(
  claims: readonly ReceivedClaim[],
  { fetchedAt, etag, digest, listed }: ReadFrom,
): Omit<Head, 'blocks'> {
  const times = claims.flatMap(({ createdAt }) => (createdAt.type === 'read' ? [createdAt.at] : []))
  return {
    fetchedAt,
    count: claims.length,
    listed,
    oldestCreatedAt: times.length === 0 ? null : times.reduce((one, other) => (other < one ? other : one)),
    etag,
    digest,
  }
}

function openFile(file: string): DatabaseSync {
  const first = guardStorage(() => {
    // Of another version: what it holds is read again.
    if (![0, version].includes(fileVersion(file))) removeLists(file)
    return openAt(file)
  })
  if (first.ok) return first.value
  const again = guardStorage(() => {
    removeLists(file)
    return openAt(file)
  })
  return again.ok ? again.value : openAt(':memory:')
}

function openAt(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    // What is lost with the last seconds before a power cut is read again.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    const found = database.prepare('PRAGMA user_version').get()?.['user_version']
    if (found === 0) inTransaction(database, () => database.exec(schema))
    database.exec(dropLeftovers)
    return database
  } catch (thrown) {
    database.close()
    throw thrown
  }
}

/** Removes the file of the lists, which nothing has open: what was in it is read again. */
export function removeLists(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
