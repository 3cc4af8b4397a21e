import type { Draft } from '#shared/domain/draft.ts'
import { dayAndTime } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** How many words of a text name a draft. */
const words = 6

/** What a draft is called in lists: its policy number, or the first that it has of claimant, place and what happened. */
export function draftName({ fields, createdAt }: Pick<Draft, 'fields' | 'createdAt'>): string {
  const { policyNumber, claimantIdentification, occurrenceAddress, incidentDetails } = fields
  const said = [policyNumber, claimantIdentification, occurrenceAddress, incidentDetails]
    .map((text) => text.trim().split(/\s+/).slice(0, words).join(' '))
    .find((text) => text !== '')
  return said ?? t('drafts.unnamed', { when: dayAndTime(new Date(createdAt)) })
}
