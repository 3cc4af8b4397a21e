import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { RowKeys } from '#shared/contract/officer-status.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { DraftSeals } from './draft-rows.ts'
import type { PageStorage } from './page-storage.ts'
import { createRowSeal, type RowSeal } from './row-seal.ts'
import { resealRows, resealOthers, type SealInTurn, type SealsInTurn } from './reseal.ts'

/** The seals of an environment's rows in this page, as main gave their keys. */
export interface PageSeals {
  /** They seal with the current keys, and also open rows sealed with earlier ones. */
  readonly seals: DraftSeals
  readonly inTurn: SealsInTurn
  /** Officers whose rows may still be sealed with earlier keys, which this page does not get. */
  readonly others: readonly string[]
  readonly generation: string
}

/** The requests to main about the keys of an environment's rows. */
export interface RowKeyQuestions {
  keys(): Promise<Result<RowKeys, Failure>>
  sealRow(row: {
    readonly id: string
    readonly officerId: string
    readonly sealed: string
  }): Promise<Result<{ readonly sealed: string | null }, Failure>>
  sealed(generation: string): Promise<Result<null, Failure>>
}

/** For the open environment, by the officer who is signed in. */
export const openEnvironmentsKeys: RowKeyQuestions = {
  keys: () => askMain('session:row-key'),
  sealRow: (row) => askMain('session:seal-row', row),
  sealed: (generation) => askMain('session:rows-sealed', { generation }),
}

/** For an environment that is not open, by a manager. */
export function closedEnvironmentsKeys(environment: Environment): RowKeyQuestions {
  return {
    keys: () => askMain('privacy:row-keys', { environment }),
    sealRow: (row) => askMain('privacy:seal-row', { ...row, environment }),
    sealed: (generation) => askMain('privacy:rows-sealed', { generation, environment }),
  }
}

/** @returns null when a key is not valid, or the officer who is signed in has none. */
export async function pageSealsOf(keys: RowKeys, officerId: string | null): Promise<PageSeals | null> {
  const office = await sealInTurn(keys.office, keys.earlier.office)
  if (office === null || (officerId !== null && keys.own === null)) return null
  const { others, generation } = keys
  if (officerId === null || keys.own === null) {
    return {
      seals: { office: opening(office), own: null },
      inTurn: { office, own: null },
      others,
      generation,
    }
  }
  const own = await sealInTurn(keys.own, keys.earlier.own)
  if (own === null) return null
  return {
    seals: { office: opening(office), own: { officerId, seal: opening(own) } },
    inTurn: { office, own: { ...own, officerId } },
    others,
    generation,
  }
}

/**
 * Reseals the rows of all officers that have earlier seals, then has main destroy the earlier keys. What the browser
 * still holds of deleted or overwritten rows can then no longer be opened. The next start repeats an interrupted run.
 */
export async function leaveEarlierKeys(
  questions: RowKeyQuestions,
  storage: PageStorage,
  { inTurn, others, generation }: PageSeals,
): Promise<Result<null, Failure | DatabaseFailure>> {
  const isOver = [inTurn.office, inTurn.own].every((seal) => (seal?.earlier.length ?? 0) === 0)
  if (isOver && others.length === 0) return ok(null)
  const sealed = await resealRows(storage, inTurn)
  if (!sealed.ok) return sealed
  const theirs = await resealOthers(storage, others, (row) => questions.sealRow(row))
  return theirs.ok ? await questions.sealed(generation) : theirs
}

async function sealInTurn(key: string, earlierKeys: readonly string[]): Promise<SealInTurn | null> {
  const current = await createRowSeal(key)
  const earlier = await Promise.all(earlierKeys.map(createRowSeal))
  return current === null ? null : { current, earlier: earlier.filter((seal) => seal !== null) }
}

function opening({ current, earlier }: SealInTurn): RowSeal {
  return {
    seal: (table, id, text) => current.seal(table, id, text),
    async unseal(table, id, sealed) {
      for (const seal of [current, ...earlier]) {
        const text = await seal.unseal(table, id, sealed)
        if (text !== null) return text
      }
      return null
    },
  }
}
