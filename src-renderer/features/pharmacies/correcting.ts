import { shallowRef } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** A request that was not accepted, and the pharmacy it asked for. */
export interface Correcting {
  readonly request: EntrySummary
  readonly pharmacy: Pharmacy
}

/** The request that an officer corrects now; the layout opens its dialog over any screen. */
export const correcting = shallowRef<Correcting | null>(null)

/** Opens the dialog of a request that was not accepted. */
export async function correctRequest(request: EntrySummary): Promise<Result<null, Failure>> {
  const detail = await askMain('outbox:entry', { id: request.id })
  if (!detail.ok) return detail
  const { body } = detail.value
  if (body.kind !== 'pharmacy-request') return err({ type: 'not-possible-now' })
  const unknown = { code: '', state: '', lga: '', address: '', updatedAt: null }
  correcting.value = { request, pharmacy: { ...unknown, id: body.pharmacyId, name: body.pharmacyName } }
  return ok(null)
}
