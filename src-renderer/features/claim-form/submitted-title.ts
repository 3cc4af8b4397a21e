import type { Description, Situation } from '#shared/claim/describe.ts'
import { t } from '#renderer/i18n/index.ts'

const asExpected: readonly Situation[] = ['waiting', 'files', 'sending', 'received']

/** The heading over a claim that was just submitted: how it stands, once that is not what its officer expects. */
export function submittedTitle({ situation, badge }: Pick<Description, 'situation' | 'badge'>): string {
  return asExpected.includes(situation) ? t('claim.done.title') : badge
}
