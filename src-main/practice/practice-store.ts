import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { products, type Product } from '#shared/domain/product.ts'
import { ClaimFieldsSchema } from './claim-fields.ts'
import type { PracticeClaim } from './wire.ts'

const KeptClaimSchema = v.object({
  product: v.picklist(products),
  id: v.number(),
  user_id: v.number(),
  policy_id: v.number(),
  fields: ClaimFieldsSchema,
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

/** A line of the file. */
const LineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ claim: KeptClaimSchema }),
    v.object({ request: KeptRequestSchema }),
    v.object({ port: v.number() }),
  ]),
)
type Line = v.InferOutput<typeof LineSchema>

function rowOf({ fields, policy_id, ...kept }: KeptClaim): PracticeClaim {
  const { created_at: updated_at } = kept
  return { ...fields, ...kept, keke_policy_id: policy_id, status: '0', deleted_at: null, updated_at }
}

/** What officers and tests created: in memory, and as lines of one file, on the disk before a call is answered. */
export class PracticeStore {
  readonly #file: string | null
  readonly #claims: PracticeClaim[] = []
  readonly #requests: PharmacyRequestRow[] = []
  #port = 0

  /**
   * @param file null keeps nothing. A line that cannot be read is passed over: these are made-up claims.
   * @throws what the disk says where the file cannot be read, or its folder made
   */
  constructor(file: string | null) {
    this.#file = file
    if (file === null) return
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (!existsSync(file)) return
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      const line = v.safeParse(LineSchema, text)
      if (line.success) this.#take(line.output)
    }
  }

  /** The created claims of a product, oldest first. */
  claims(product: Product): readonly PracticeClaim[] {
    return this.#claims.filter((claim) => claim.product === product)
  }

  pharmacyRequests(): readonly PharmacyRequestRow[] {
    return [...this.#requests]
  }

  /** Keeps a claim under the next id after `lastGeneratedId`. @throws when the disk refuses. */
  addClaim(claim: NewClaim, lastGeneratedId: number): void {
    const id = (this.claims(claim.product).at(-1)?.id ?? lastGeneratedId) + 1
    this.#keep({ claim: { id, ...claim } })
  }

  /** Keeps a pharmacy request. @throws when the disk refuses. */
  addPharmacyRequest(request: Omit<PharmacyRequestRow, 'id'>): void {
    this.#keep({ request: { ...request, id: (this.#requests.at(-1)?.id ?? 0) + 1 } })
  }

  /** The port the server had last; 0 before its first start. */
  get lastPort(): number {
    return this.#port
  }

  /** @throws when the disk refuses. */
  keepPort(port: number): void {
    if (port !== this.#port) this.#keep({ port })
  }

  #keep(line: Line): void {
    // It begins with the end of the line before, which a full disk may have cut.
    if (this.#file !== null)
      appendFileSync(this.#file, `\n${JSON.stringify(line)}`, { mode: 0o600, flush: true })
    this.#take(line)
  }

  #take(line: Line): void {
    if ('claim' in line) this.#claims.push(rowOf(line.claim))
    else if ('request' in line) this.#requests.push(line.request)
    else this.#port = line.port
  }
}
