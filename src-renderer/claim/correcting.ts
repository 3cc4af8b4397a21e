import { shallowRef } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isChosenElsewhere } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** A request that was not accepted, and the pharmacy it asks for; null while that is still to be selected. */
export interface Correcting {
  readonly request: EntrySummary
  readonly pharmacy: Pharmacy | null
}

/** The request that an officer corrects now; the layout opens its dialog over any screen. */
export const correcting = shallowRef<Correcting | null>(null)

/** Opens the dialog of a request that was not accepted; where the number of its pharmacy is of no use, that is to be selected. */
export async function correctRequest(request: EntrySummary): Promise<Result<null, Failure>> {
  const detail = await askMain('outbox:entry', { id: request.id })
  if (!detail.ok) return detail
  const { body } = detail.value
  if (body.kind !== 'pharmacy-request') return err({ type: 'not-possible-now' })
  const unknown = { code: '', state: '', lga: '', address: '', updatedAt: null }
  const isElsewhere = isChosenElsewhere(body, useAppStatus().place)
  const pharmacy = isElsewhere ? null : { ...unknown, id: body.pharmacyId, name: body.pharmacyName }
  correcting.value = { request, pharmacy }
  return ok(null)
}
