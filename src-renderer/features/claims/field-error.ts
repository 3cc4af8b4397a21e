import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { isAsRefused } from '#shared/domain/correction.ts'
import { t } from '#renderer/i18n/index.ts'
import { problemText } from './claim-fields.ts'
import { serverReason } from '#shared/claim/server-reasons.ts'
import type { ClaimDraft } from './useClaimDraft.ts'
import type { Submitting } from './useSubmit.ts'

/** What is wrong with a field of the form: its problem, or else why the insurer rejected it as it still is. */
export function errorOf(
  name: ClaimFieldName,
  { sent, rejection, policyAsTyped, slotFiles }: ClaimDraft,
  submitting: Submitting,
): string | undefined {
  const problem = submitting.shownProblems.value[name]
  if (problem !== undefined) return problemText(name, problem, sent.value)
  const reason = serverReason(rejection, name)
  const draft = {
    fields: sent.value,
    rejection,
    policyAsTyped: policyAsTyped.value,
    slotFiles: slotFiles.value,
  }
  return reason === null || !isAsRefused(draft, name)
    ? undefined
    : t('claim.rejected-field', { message: reason })
}
