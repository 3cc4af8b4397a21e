import { newId } from '#shared/domain/identifier.ts'
import { isSamePolicy, policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import { ok, type Result } from '#shared/result.ts'
import * as v from 'valibot'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { KeptClaimRow } from '../db/schema.ts'
import { KeptClaimSchema, type KeptClaimContent } from './claims-repository-shapes.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** A claim with its customer that an officer keeps on this computer. */
export interface KeptClaim extends KeptClaimContent {
  readonly id: string
  /** When the officer chose to keep it (ISO). */
  readonly keptAt: string
}

/** The claims officers keep for offline use: few, each sealed as a whole. */
export interface KeptClaims {
  /** All kept claims that can be opened. */
  all(): Promise<Result<readonly KeptClaim[], DatabaseFailure>>
  find(product: Product, policyNumber: string): Promise<Result<KeptClaim | null, DatabaseFailure>>
  /** Stores the claim, and replaces the policy's earlier copy. */
  keep(content: KeptClaimContent): Promise<Result<KeptClaim, DatabaseFailure>>
  remove(product: Product, policyNumber: string): Promise<Result<void, DatabaseFailure>>
  /** Ids of the claims kept for a policy, however it was spelled in the request. */
  idsOfPolicy(policy: PolicyNumber): Promise<Result<readonly string[], DatabaseFailure>>
  removeIds(ids: readonly string[]): Promise<Result<void, DatabaseFailure>>
}

/** The table of kept claims, sealed. The policy is sealed too, so a search opens all rows. */
export function createKeptClaims(storage: PageStorage, seal: RowSeal): KeptClaims {
  const all = async (): Promise<Result<readonly KeptClaim[], DatabaseFailure>> => {
    const rows = await storage.use((database) => database.keptClaims.toArray())
    if (!rows.ok) return rows
    const opened = await Promise.all(rows.value.map((row) => open(seal, row)))
    return ok(opened.filter((kept) => kept !== null))
  }
  const matching = async (
    product: Product,
    policyNumber: string,
  ): Promise<Result<readonly KeptClaim[], DatabaseFailure>> => {
    const found = await all()
    if (!found.ok) return found
    return ok(
      found.value.filter((kept) => kept.product === product && isSamePolicy(kept.policyNumber, policyNumber)),
    )
  }
  const removeIds = (ids: readonly string[]): Promise<Result<void, DatabaseFailure>> =>
    storage.use((database) => database.keptClaims.bulkDelete([...ids]))
  return {
    all,
    async find(product, policyNumber) {
      const found = await matching(product, policyNumber)
      return found.ok ? ok(found.value[0] ?? null) : found
    },
    async keep(content) {
      const found = await matching(content.product, content.policyNumber)
      if (!found.ok) return found
      const before = found.value[0]
      const id = before?.id ?? newId()
      const keptAt = before?.keptAt ?? new Date().toISOString()
      const sealed = await seal.seal('keptClaims', id, JSON.stringify(content))
      const put = await storage.use((database) => database.keptClaims.put({ id, keptAt, sealed }))
      return put.ok ? ok({ ...content, id, keptAt }) : put
    },
    async remove(product, policyNumber) {
      const found = await matching(product, policyNumber)
      if (!found.ok) return found
      return removeIds(found.value.map(({ id }) => id))
    },
    removeIds,
    async idsOfPolicy(policy) {
      const found = await all()
      if (!found.ok) return found
      const isWanted = ({ policyNumber: asked, detail }: KeptClaim): boolean =>
        [asked, detail.policyNumber, detail.policy?.policyNumber ?? ''].some(
          (number) => policyNumberOf(number) === policy,
        )
      return ok(found.value.filter(isWanted).map(({ id }) => id))
    },
  }
}

async function open(seal: RowSeal, { id, keptAt, sealed }: KeptClaimRow): Promise<KeptClaim | null> {
  const text = await seal.unseal('keptClaims', id, sealed)
  const parsed = text === null ? null : v.safeParse(KeptClaimSchema, text)
  return parsed?.success === true ? { ...parsed.output, id, keptAt } : null
}
