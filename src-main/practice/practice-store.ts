import { ClaimFieldsSchema } from './claim-fields.ts'
import type { PracticeClaim } from './wire.ts'
import { products, type Product } from '#shared/domain/product.ts'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'

const KeptClaimSchema = v.object({
  product: v.picklist(products),
  id: v.number(),
  user_id: v.number(),
  policy_id: v.number(),
  fields: v.pipe(v.string(), v.parseJson(), ClaimFieldsSchema),
  created_at: v.string(),
})
type KeptClaim = v.InferOutput<typeof KeptClaimSchema>
/** The store gives the id. */
export type NewClaim = Omit<KeptClaim, 'id'>

const KeptRequestSchema = v.object({
  id: v.number(),
  pharmacy_id: v.number(),
  policy_no: v.string(),
  created_at: v.string(),
})
/** A request for a pharmacy's details (spec: endpoint 11), as kept. */
export type PharmacyRequestRow = v.InferOutput<typeof KeptRequestSchema>

const schema = `
  CREATE TABLE IF NOT EXISTS claim (
    product TEXT NOT NULL,
    id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    policy_id INTEGER NOT NULL,
    fields TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (product, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS pharmacy_request (
    id INTEGER PRIMARY KEY,
    pharmacy_id INTEGER NOT NULL,
    policy_no TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS listener (port INTEGER NOT NULL) STRICT;
`

function rowOf({ fields, policy_id, ...kept }: KeptClaim): PracticeClaim {
  const { created_at: updated_at } = kept
  return { ...fields, ...kept, keke_policy_id: policy_id, status: '0', deleted_at: null, updated_at }
}

/** What officers and tests created, in a small SQLite file: committed durably before a call is answered. */
export class PracticeStore {
  readonly #database: DatabaseSync
  readonly #claims: PracticeClaim[] = []
  readonly #requests: PharmacyRequestRow[] = []

  /** @throws when the file is damaged or cannot be opened; `openPracticeStore` handles both. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    try {
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
      this.#database.exec(schema)
      this.#readAll()
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  #readAll(): void {
    const check = this.#database.prepare('PRAGMA quick_check').get()
    if (check?.['quick_check'] !== 'ok') throw new Error('The practice file fails its integrity check')
    for (const kept of this.#database.prepare('SELECT * FROM claim ORDER BY product, id').all()) {
      this.#claims.push(rowOf(v.parse(KeptClaimSchema, kept)))
    }
    for (const kept of this.#database.prepare('SELECT * FROM pharmacy_request ORDER BY id').all()) {
      this.#requests.push(v.parse(KeptRequestSchema, kept))
    }
  }

  /** The created claims of a product, oldest first. */
  claims(product: Product): readonly PracticeClaim[] {
    return this.#claims.filter((claim) => claim.product === product)
  }

  pharmacyRequests(): readonly PharmacyRequestRow[] {
    return [...this.#requests]
  }

  /** Commits a claim under the next id after `lastGeneratedId`. @throws when the disk refuses. */
  addClaim(claim: NewClaim, lastGeneratedId: number): PracticeClaim {
    const id = (this.claims(claim.product).at(-1)?.id ?? lastGeneratedId) + 1
    const { product, user_id, policy_id, fields, created_at } = claim
    this.#database
      .prepare('INSERT INTO claim VALUES (?, ?, ?, ?, ?, ?)')
      .run(product, id, user_id, policy_id, JSON.stringify(fields), created_at)
    const row = rowOf({ id, ...claim })
    this.#claims.push(row)
    return row
  }

  /** Commits a pharmacy request. @throws when the disk refuses. */
  addPharmacyRequest(request: Omit<PharmacyRequestRow, 'id'>): PharmacyRequestRow {
    const row = { ...request, id: (this.#requests.at(-1)?.id ?? 0) + 1 }
    this.#database
      .prepare('INSERT INTO pharmacy_request VALUES (?, ?, ?, ?)')
      .run(row.id, row.pharmacy_id, row.policy_no, row.created_at)
    this.#requests.push(row)
    return row
  }

  /** The port the server had last; 0 before its first start. */
  get lastPort(): number {
    return Number(this.#database.prepare('SELECT port FROM listener').get()?.['port'] ?? 0)
  }

  /** @throws when the disk refuses. */
  keepPort(port: number): void {
    if (port === this.lastPort) return
    this.#database.exec('DELETE FROM listener')
    this.#database.prepare('INSERT INTO listener VALUES (?)').run(port)
  }

  close(): void {
    this.#database.close()
  }
}
