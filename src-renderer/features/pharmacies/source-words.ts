import type { Source } from '#renderer/data/repositories/pharmacies-repository.ts'
import { countText, moment } from '#shared/language/format.ts'
import { plural, t } from '#renderer/i18n/index.ts'

/** Where the results come from, and of when they are; always shown. */
export function sourceText(source: Source): string {
  const at = source.type === 'kept-partly' ? source.oldestAt : source.fetchedAt
  if (at === null) return t('pharmacy-source.no-pages')
  const named = { when: moment(at) }
  if (source.type === 'api') return t('pharmacy-source.api', named)
  const counted = { ...named, n: countText(source.count) }
  if (source.type === 'kept-partly') return plural('pharmacy-source.pages', source.count, named)
  return t(source.isComplete ? 'pharmacy-source.complete' : 'pharmacy-source.incomplete', counted)
}

/** Nothing is missing, and nothing failed: that it is on this computer is said beside the search. */
export function isWhole(source: Source): boolean {
  return source.type === 'directory' && source.isComplete && source.failure === null
}
