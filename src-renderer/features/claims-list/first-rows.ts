import type { ClaimRow } from '#shared/domain/claim-list.ts'
import type { RequestInput } from '#shared/contract/calls.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The most rows on paper. */
const mostRows = 500
/** As many as main gives at once. */
const atOnce = 200

/** The first rows of a list, as many as go on paper, and how many there are. */
export async function firstRows(
  list: RequestInput<'claims:save-csv'>,
): Promise<Result<{ readonly rows: readonly ClaimRow[]; readonly count: number }, Failure>> {
  const rows: ClaimRow[] = []
  let count = mostRows
  for (let offset = 0; offset < Math.min(count, mostRows); offset += atOnce) {
    const limit = Math.min(atOnce, mostRows - offset)
    const answer = await askMain('claims:query', { ...list, offset, limit, onScreen: false })
    if (!answer.ok) return answer
    rows.push(...answer.value.rows)
    count = answer.value.count
  }
  return ok({ rows, count })
}
