import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** What downloading all pharmacies takes on this line. */
export interface DirectoryEstimate {
  readonly pharmacies: number
  /** Null where the line does not count them, as in practice. */
  readonly bytes: number | null
  readonly ms: number
}

/** Each page is read twice, the second time to see that nothing moved. */
const readings = 2
/** As `directory-download.ts` asks side by side. */
const lanes = 2

/**
 * Asks for one page or two: the first opens the connection, the second shows what a page takes by itself. Refused while
 * data is to be saved.
 */
export async function estimateDirectory(): Promise<Result<DirectoryEstimate, Failure>> {
  const first = await measured(1)
  if (!first.ok) return first
  const { lastPage, total } = first.value
  const typical = lastPage > 1 ? await measured(2) : first
  if (!typical.ok) return typical
  const { bytes, ms } = typical.value
  return ok({
    pharmacies: total,
    bytes: bytes === null ? null : bytes * lastPage * readings,
    ms: (ms * lastPage * readings) / lanes,
  })
}

async function measured(page: number) {
  const usedBefore = await usedBytes()
  const startedAt = performance.now()
  const answer = await askMain('pharmacies:page', { page, isUnasked: true })
  if (!answer.ok) return answer
  const ms = performance.now() - startedAt
  const used = (await usedBytes()) - usedBefore
  const { lastPage, total } = answer.value
  return ok({ lastPage, total, ms, bytes: used > 0 ? used : null })
}

async function usedBytes(): Promise<number> {
  const use = await askMain('network:use')
  return use.ok ? use.value.today.pharmacies.sent + use.value.today.pharmacies.received : 0
}
