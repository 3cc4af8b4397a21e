import { isSlot, type AttachmentField } from '#shared/domain/attachment.ts'
import { claimLimits, type ClaimFieldName, type FieldProblem } from '#shared/domain/claim.ts'
import { claimFields, claimFieldNames } from '#shared/domain/claim-fields.ts'
import { isAsRefused } from '#shared/domain/correction.ts'
import { groupedByPoints, type DraftFields } from '#shared/domain/draft.ts'
import { serverReason } from '#shared/claim/server-reasons.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import type { ClaimDraft } from './useClaimDraft.ts'
import type { Submitting } from './useSubmit.ts'

/** The fields that are typed; the others are slots, which take a file or a link. */
export type TypedField = Exclude<ClaimFieldName, AttachmentField>

/** The typed fields in the order an officer asks for them. */
export const typedFields = { policy: typedIn('policy'), incident: typedIn('incident') }

function typedIn(group: 'policy' | 'incident'): readonly TypedField[] {
  return claimFieldNames.filter(
    (name): name is TypedField => !isSlot(name) && claimFields[name].group === group,
  )
}

/** The field's label on screens. */
export function fieldLabel(name: ClaimFieldName): string {
  return t(`says.fields.${name}`)
}

/** The id of a field's control. */
export function fieldId(name: ClaimFieldName): string {
  return `claim-${name}`
}

const longest: Readonly<Partial<Record<ClaimFieldName, number>>> = claimLimits

/** The most letters a field takes. */
export const limitOf = (name: ClaimFieldName): number => longest[name] ?? claimLimits.url

/** What is wrong with a field, in plain words. */
function problemText(name: ClaimFieldName, problem: FieldProblem, fields: DraftFields): string {
  // Where files are uploaded, no one has to know of links.
  if (isSlot(name) && useAppStatus().hasFileStore) return t('attachments.no-file')
  if (isSlot(name) && problem === 'required') return t('attachments.no-link')
  return t(`validation.${problem}`, {
    label: fieldLabel(name),
    limit: limitOf(name),
    meant: groupedByPoints(fields[name]) ?? '',
  })
}

/** The same for a list away from the field: it includes the field's name. */
export function listedProblem(name: ClaimFieldName, problem: FieldProblem, fields: DraftFields): string {
  const text = problemText(name, problem, fields)
  const label = fieldLabel(name)
  return text.includes(label) ? text : `${label}: ${text}`
}

/** What is wrong with a field of the form: its problem, or else why the insurer rejected it as it still is. */
export function errorOf(
  name: ClaimFieldName,
  { asSent }: ClaimDraft,
  submitting: Submitting,
): string | undefined {
  const draft = asSent.value
  const problem = submitting.shownProblems.value[name]
  if (problem !== undefined) return problemText(name, problem, draft.fields)
  const reason = serverReason(draft.rejection, name)
  return reason === null || !isAsRefused(draft, name)
    ? undefined
    : t('claim.rejected-field', { message: reason })
}
