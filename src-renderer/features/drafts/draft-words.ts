import { claimFieldNames, type ClaimFieldName } from '#shared/domain/claim.ts'
import { isUncorrected, uncorrectedFields } from '#shared/domain/correction.ts'
import { fieldsFromFiles, missingFields, type Draft } from '#shared/domain/draft.ts'
import { withAgreedLinks, type AgreedLinks } from '#shared/domain/stand-in.ts'
import { fieldLabel, problemsOfFields } from '#renderer/features/claims/claim-fields.ts'
import { plural, t } from '#renderer/i18n/index.ts'

// Otherwise an empty draft would list all ten fields in its row.
const namedAtMost = 3

/**
 * What a draft still needs: fields that are uncorrected, missing or invalid; otherwise that it is ready.
 *
 * @param hasFileStore a file in a slot needs no link
 * @param links what head office agreed on
 */
export function draftNeeds(
  draft: Draft,
  hasFileStore: boolean,
  links: AgreedLinks,
): { readonly isReady: boolean; readonly text: string } {
  const fields = withAgreedLinks(draft.fields, draft.standIns, links)
  const asSent = { ...draft, fields }
  if (isUncorrected(asSent)) return { isReady: false, text: uncorrectedText(asSent) }
  const fromFiles = hasFileStore ? fieldsFromFiles(draft) : []
  const missing = missingFields(fields, fromFiles)
  const problems = problemsOfFields(fields, fromFiles)
  const wrong = claimFieldNames.filter((name) => problems[name] !== undefined)
  const names = named(missing.length > 0 ? missing : wrong)
  if (missing.length > 0 || wrong.length === 0) {
    return { isReady: missing.length === 0, text: plural('drafts.missing', missing.length, { names }) }
  }
  return { isReady: false, text: plural('drafts.problems', wrong.length, { names }) }
}

function uncorrectedText(draft: Draft): string {
  const fields = uncorrectedFields(draft)
  return fields.length === 0
    ? t('to-correct.still-all')
    : plural('to-correct.still', fields.length, { names: named(fields) })
}

function named(fields: readonly ClaimFieldName[]): string {
  const names = fields.slice(0, namedAtMost).map(fieldLabel).join(', ')
  const others = fields.length - namedAtMost
  return others > 0 ? plural('drafts.and-others', others, { names }) : names
}
