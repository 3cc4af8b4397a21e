import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import { newId } from '#shared/domain/identifier.ts'
import { isSamePolicy, policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import { ClaimDetailSchema, holderName, type KeptDetail } from '#shared/domain/received-claim.ts'
import type { Result } from '#shared/result.ts'
import { associated, openSealed, type RowProtection } from '#main/outbox/entry-codec.ts'
import { Signal } from '#main/platform/signal.ts'
import { guardStorage, type StorageFailure, statementsOf } from '#main/platform/sqlite.ts'

/** The claims that officers keep here with their customers: few, each sealed as a whole, its policy too. */
export type KeptDetails = ReturnType<typeof createKeptDetails>

const ContentSchema = v.object({
  product: v.picklist(products),
  policyNumber: v.string(),
  fetchedAt: v.pipe(v.string(), v.isoTimestamp()),
  detail: ClaimDetailSchema,
})

/** The kept claims in an open outbox file. @throws SQLite's error. */
export function createKeptDetails(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  const all = (): readonly KeptDetail[] =>
    prepare('SELECT id, kept_at, sealed FROM kept_detail ORDER BY kept_at').all().flatMap(opened)
  const find = (product: Product, policyNumber: string): KeptDetail | null =>
    all().find((kept) => kept.product === product && isSamePolicy(kept.policyNumber, policyNumber)) ?? null

  function opened({ id, kept_at, sealed }: Record<string, SQLOutputValue>): readonly KeptDetail[] {
    if (typeof id !== 'string' || !(sealed instanceof Uint8Array)) return []
    const content = openSealed(protection, ContentSchema, sealed, associated.keptDetail(id))
    return content.ok ? [{ ...content.value, id, keptAt: String(kept_at) }] : []
  }
  const changed = new Signal<PolicyNumber>()
  /** Names of holders by their policies. No longer than what is shown at once takes: they are plain. */
  let names: ReadonlyMap<string, string> | null = null
  function readNames(): ReadonlyMap<string, string> {
    const read = guardStorage(
      () => new Map(all().map((one) => [policyNumberOf(one.policyNumber), holderName(one.detail.holder)])),
    )
    setImmediate(() => (names = null))
    return read.ok ? read.value : new Map()
  }
  function removeWithin(ids: readonly string[]): void {
    names = null
    for (const id of ids) prepare('DELETE FROM kept_detail WHERE id = ?').run(id)
  }

  return {
    /** Officers keep details of a policy, or no longer. */
    changed,
    /** All that open. */
    all,
    find,
    /** The name of a policy's holder; '' where it is not kept. All are read once for a list. */
    holderOf: (policyNumber: string): string =>
      (names ??= readNames()).get(policyNumberOf(policyNumber)) ?? '',
    /** Removes them inside the caller's transaction. @throws SQLite's error. */
    removeWithin,
    /** Keeps a claim in place of the policy's earlier one. */
    keep(content: Omit<KeptDetail, 'id' | 'keptAt'>, at: string): Result<KeptDetail, StorageFailure> {
      const done = guardStorage(() => {
        names = null
        const before = find(content.product, content.policyNumber)
        const { id, keptAt } = before ?? { id: newId(), keptAt: at }
        const { product, policyNumber, fetchedAt, detail } = content
        const text = JSON.stringify({ product, policyNumber, fetchedAt, detail })
        prepare('INSERT OR REPLACE INTO kept_detail (id, kept_at, sealed) VALUES (?, ?, ?)').run(
          id,
          keptAt,
          protection.seal(text, associated.keptDetail(id)),
        )
        return { ...content, id, keptAt }
      })
      if (done.ok) changed.emit(policyNumberOf(content.policyNumber))
      return done
    },
    remove(product: Product, policyNumber: string): Result<null, StorageFailure> {
      const done = guardStorage((): null => {
        const kept = find(product, policyNumber)
        if (kept !== null) removeWithin([kept.id])
        return null
      })
      if (done.ok) changed.emit(policyNumberOf(policyNumber))
      return done
    },
    /** Ids of those of a policy, however it was spelled when it was asked for. */
    idsOfPolicy(policy: PolicyNumber): readonly string[] {
      const isWanted = ({ policyNumber, detail }: KeptDetail): boolean =>
        [policyNumber, detail.policyNumber, detail.policy?.policyNumber ?? ''].some(
          (number) => policyNumberOf(number) === policy,
        )
      return all()
        .filter(isWanted)
        .map(({ id }) => id)
    },
  }
}
