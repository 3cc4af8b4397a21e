import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { RowKeys } from '#shared/contract/officer-status.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { PageStorage } from './page-storage.ts'
import { createRowSeal, type RowSeal } from './row-seal.ts'
import { resealRows, type SealInTurn } from './reseal.ts'

/** The seals of an environment's rows in this page, as main gave their keys. */
export interface PageSeals {
  /** Seals with the current key, and also opens rows sealed with earlier ones. */
  readonly office: RowSeal
  readonly inTurn: SealInTurn
  readonly generation: string
}

/** The requests to main about the keys of an environment's rows. */
export interface RowKeyQuestions {
  keys(): Promise<Result<RowKeys, Failure>>
  sealed(generation: string): Promise<Result<null, Failure>>
}

/** For the open environment. */
export const openEnvironmentsKeys: RowKeyQuestions = {
  keys: () => askMain('session:row-key'),
  sealed: (generation) => askMain('session:rows-sealed', { generation }),
}

/** For an environment that is not open, by a manager. */
export function closedEnvironmentsKeys(environment: Environment): RowKeyQuestions {
  return {
    keys: () => askMain('privacy:row-keys', { environment }),
    sealed: (generation) => askMain('privacy:rows-sealed', { generation, environment }),
  }
}

/** @returns null when a key is not valid. */
export async function pageSealsOf({ office, earlier, generation }: RowKeys): Promise<PageSeals | null> {
  const inTurn = await sealInTurn(office, earlier)
  return inTurn === null ? null : { office: opening(inTurn), inTurn, generation }
}

/**
 * Reseals the rows that have earlier seals, then has main destroy the earlier keys. What the browser still holds of
 * deleted or overwritten rows can then no longer be opened. The next start repeats an interrupted run.
 */
export async function leaveEarlierKeys(
  questions: RowKeyQuestions,
  storage: PageStorage,
  { inTurn, generation }: PageSeals,
): Promise<Result<null, Failure | DatabaseFailure>> {
  if (inTurn.earlier.length === 0) return ok(null)
  const sealed = await resealRows(storage, inTurn)
  return sealed.ok ? await questions.sealed(generation) : sealed
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
