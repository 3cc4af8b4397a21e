import { claimFieldNames, type ClaimFieldName } from '../domain/claim-fields.ts'
import { isUncorrected, uncorrectedFields } from '../domain/correction.ts'
import { claimOf, fieldsFromFiles, missingFields, type Draft } from '../domain/draft.ts'
import { withAgreedLinks, type AgreedLinks } from '../domain/stand-in.ts'
import { dayAndTime } from '../language/format.ts'
import type { Claim } from './claim.ts'
import type { Say } from './say.ts'

/** What a draft's needs depend on beside the draft. */
export interface DraftSurroundings {
  /** Whether there is a file store, so that a file in a slot needs no link. */
  readonly hasFileStore: boolean
  /** The links that head office agreed on with the insurer for evidence that is not needed or not available. */
  readonly links: AgreedLinks
}

// Otherwise an empty draft would list all fields in its row.
const namedAtMost = 3
/** How many words of a text name a draft. */
const words = 6

const shortened = (text: string): string => text.trim().split(/\s+/).slice(0, words).join(' ')

/** What a draft is called in lists: its policy number, or the first that it has of customer, claimant, place and what happened. */
export function draftName(
  { fields, customer, createdAt }: Pick<Draft, 'fields' | 'customer' | 'createdAt'>,
  say: Say,
): string {
  const { policyNumber, claimantIdentification, occurrenceAddress, incidentDetails } = fields
  const said = [
    policyNumber,
    customer?.name ?? '',
    claimantIdentification,
    occurrenceAddress,
    incidentDetails,
  ]
    .map(shortened)
    .find((text) => text !== '')
  return said ?? say('draft.unnamed', { when: dayAndTime(new Date(createdAt)) })
}

/** The place of a claim beside its name in a list; '' where the draft is called by it. */
export function placeBeside(
  { claim, place }: { readonly claim: Claim; readonly place: string },
  say: Say,
): string {
  return claim.type === 'draft' && draftName(claim.draft, say) === shortened(place) ? '' : place
}

/** What a draft still needs: fields that are uncorrected, missing or invalid; otherwise that it is ready. */
export function draftNeeds(draft: Draft, { hasFileStore, links }: DraftSurroundings, say: Say): string {
  const fields = withAgreedLinks(draft.fields, draft.standIns, links)
  const asSent = { ...draft, fields }
  if (isUncorrected(asSent)) {
    const still = uncorrectedFields(asSent)
    return still.length === 0
      ? say('draft.unchanged')
      : say('draft.still', { n: still.length, names: namesOf(still, say) })
  }
  const fromFiles = hasFileStore ? fieldsFromFiles(draft) : []
  const missing = missingFields(fields, fromFiles)
  if (missing.length > 0) return say('draft.missing', { n: missing.length, names: namesOf(missing, say) })
  const claim = claimOf(fields, fromFiles)
  const wrong = claim.ok ? [] : claimFieldNames.filter((name) => claim.error[name] !== undefined)
  return wrong.length === 0
    ? say('draft.ready')
    : say('draft.problems', { n: wrong.length, names: namesOf(wrong, say) })
}

function namesOf(fields: readonly ClaimFieldName[], say: Say): string {
  const names = fields
    .slice(0, namedAtMost)
    .map((name) => say(`fields.${name}`))
    .join(', ')
  const n = fields.length - namedAtMost
  return n > 0 ? say('draft.others', { n, names }) : names
}
