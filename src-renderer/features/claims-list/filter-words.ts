import { statusText, type Surroundings } from '#shared/claim/describe.ts'
import type { ClaimFilter } from '#shared/domain/claim-list.ts'
import { plainDay } from '#shared/language/format.ts'
import { t } from '#renderer/i18n/index.ts'
import { say } from '#renderer/i18n/say.ts'

/** What a list is narrowed to, in words. */
export function filterWords(filter: ClaimFilter, around: Pick<Surroundings, 'statusNames' | 'say'>): string {
  const { group, product, status, whose, from, to, search } = filter
  return [
    say(`groups.${group ?? 'all'}`),
    product === null ? '' : t(`received.product.${product}`),
    status === null ? '' : statusText(status, around),
    whose === 'all' ? '' : t(`received.whose.${whose}`),
    from === '' ? '' : t('received.incident-from', { day: plainDay(from) }),
    to === '' ? '' : t('received.incident-to', { day: plainDay(to) }),
    search.trim() === '' ? '' : t('received.search-for', { text: search.trim() }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
