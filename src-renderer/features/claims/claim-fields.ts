import { isSlot, type AttachmentField } from '#shared/domain/attachment.ts'
import {
  claimLimits,
  type ClaimFieldName,
  type ClaimProblems,
  type FieldProblem,
} from '#shared/domain/claim.ts'
import { claimOf, groupedByPoints, type DraftFields } from '#shared/domain/draft.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** The fields that are typed; the others are slots, which take a file or a link. */
export type TypedField = Exclude<ClaimFieldName, AttachmentField>

/** The ten fields in the order an officer asks for them; the group without fields is that of the slots. */
export const fieldGroups = [
  { name: 'policy', fields: ['policyNumber', 'claimantIdentification'] },
  { name: 'incident', fields: ['occurrenceDate', 'occurrenceAddress', 'incidentDetails', 'repairEstimate'] },
  { name: 'attachments', fields: [] },
] as const satisfies readonly { readonly name: string; readonly fields: readonly TypedField[] }[]

/** The field's label on screens. */
export function fieldLabel(name: ClaimFieldName): string {
  return t(`says.fields.${name}`)
}

/** The id of a field's control. */
export function fieldId(name: ClaimFieldName): string {
  return `claim-${name}`
}

const longest: Readonly<Partial<Record<ClaimFieldName, number>>> = claimLimits

/** What is wrong with a field, in plain words. */
export function problemText(name: ClaimFieldName, problem: FieldProblem, fields: DraftFields): string {
  // Where files are uploaded, no one has to know of links.
  if (isSlot(name) && useAppStatus().hasFileStore) return t('attachments.no-file')
  return t(`validation.${problem}`, {
    label: fieldLabel(name),
    limit: longest[name] ?? claimLimits.url,
    meant: groupedByPoints(fields[name]) ?? '',
  })
}

/** The same for a list away from the field: it includes the field's name. */
export function listedProblem(name: ClaimFieldName, problem: FieldProblem, fields: DraftFields): string {
  const text = problemText(name, problem, fields)
  const label = fieldLabel(name)
  return text.includes(label) ? text : `${label}: ${text}`
}

/** All problems of the fields as typed; {} if they make a valid claim. @param fromFiles need no link */
export function problemsOfFields(fields: DraftFields, fromFiles: readonly AttachmentField[]): ClaimProblems {
  const claim = claimOf(fields, fromFiles)
  return claim.ok ? {} : claim.error
}
