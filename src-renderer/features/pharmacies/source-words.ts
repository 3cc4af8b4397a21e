import type { Source } from '#renderer/data/repositories/pharmacies-repository.ts'
import { ago, countText, moment } from '#shared/language/format.ts'
import { plural, t } from '#renderer/i18n/index.ts'

const units = [
  ['day', 24 * 3600 * 1000],
  ['hour', 3600 * 1000],
  ['minute', 60 * 1000],
] as const

/** How long ago a moment (ISO) was, such as `2 hours ago`. */
export function ageText(iso: string, now: Date = new Date()): string {
  const passedMs = Math.max(0, now.getTime() - Date.parse(iso))
  const found = units.find(([, ms]) => passedMs >= ms)
  if (found === undefined) return t('pharmacy-source.just-now')
  const [unit, unitMs] = found
  return ago(Math.floor(passedMs / unitMs), unit)
}

/** Where the results come from, and how old they are; always shown. */
export function sourceText(source: Source): string {
  const at = source.type === 'kept-partly' ? source.oldestAt : source.fetchedAt
  if (at === null) return t('pharmacy-source.no-pages')
  const named = { when: moment(at), age: ageText(at) }
  if (source.type === 'api') return t('pharmacy-source.api', named)
  const counted = { ...named, n: countText(source.count) }
  if (source.type === 'kept-partly') return plural('pharmacy-source.pages', source.count, named)
  return t(source.isComplete ? 'pharmacy-source.complete' : 'pharmacy-source.incomplete', counted)
}
