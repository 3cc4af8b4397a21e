import type { RouteLocationRaw } from 'vue-router'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { t } from '#renderer/i18n/index.ts'
import { claimPlaceOf } from './claim-places.ts'

/** Another claim in words, and its page where it is known here. */
export interface ClaimLink {
  readonly text: string
  readonly to: RouteLocationRaw | null
}

/** The claim in place of one that is wrong, and those that it takes the place of: the same link in both directions. */
export function replacementLinks(
  { reference, sentReferences, standing }: EntrySummary,
  known: readonly EntrySummary[],
): readonly ClaimLink[] {
  const replacedBy = standing?.wrong?.replacedBy ?? ''
  const replacement = known.find((other) => other.sentReferences.includes(replacedBy))
  const replaced = known.filter((other) => sentReferences.includes(other.standing?.wrong?.replacedBy ?? ''))
  const placeOf = (entry: EntrySummary) => claimPlaceOf({ type: 'own', entry })
  return [
    ...(replacedBy === ''
      ? []
      : [
          {
            text: t('claim-page.replaced-by', { reference: replacedBy }),
            to: replacement === undefined ? null : placeOf(replacement),
          },
        ]),
    ...replaced
      .filter((other) => other.reference !== reference)
      .map((other) => ({
        text: t('claim-page.replaces', { reference: other.reference ?? '' }),
        to: placeOf(other),
      })),
  ]
}
