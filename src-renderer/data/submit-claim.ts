import type { AttachmentField } from '#shared/domain/attachment.ts'
import type { ClaimProblems } from '#shared/domain/claim.ts'
import { claimOf, type Draft } from '#shared/domain/draft.ts'
import { noAgreedLinks, withAgreedLinks, withoutStandIns, type AgreedLinks } from '#shared/domain/stand-in.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { err, type Result } from '#shared/result.ts'
import { askMain } from './ask-main.ts'
import { endingDraft } from './draft-saver.ts'

export type SubmitFailure =
  | { readonly type: 'not-valid'; readonly problems: ClaimProblems }
  | { readonly type: 'not-accepted'; readonly failure: Failure }

/**
 * Submits a claim: main turns its draft into an entry in one commit.
 *
 * @param fromFiles the fields whose links come from files
 * @param links what head office agreed on
 */
export async function submitClaim(
  draft: Draft,
  fromFiles: readonly AttachmentField[] = [],
  links: AgreedLinks = noAgreedLinks,
): Promise<Result<EntrySummary, SubmitFailure>> {
  const standIns = withoutStandIns(draft.standIns ?? {}, (field) => draft.fields[field].trim() !== '')
  const fields = withAgreedLinks(draft.fields, standIns, links)
  const claim = claimOf(fields, fromFiles)
  if (!claim.ok) return err({ type: 'not-valid', problems: claim.error })
  const { id, product, branchReference, earlierReferences } = draft
  const references = { branchReference, ...(earlierReferences === undefined ? {} : { earlierReferences }) }
  const files = fromFiles.length === 0 ? {} : { fromFiles: [...fromFiles] }
  const chosen = Object.keys(standIns).length === 0 ? {} : { standIns }
  const body = { kind: 'claim', product, claim: claim.value, ...references, ...files, ...chosen } as const
  const accepted = await endingDraft(id, () => askMain('outbox:accept', { id, body }))
  return accepted.ok ? accepted : err({ type: 'not-accepted', failure: accepted.error })
}
