import type { Source } from '#renderer/data/repositories/pharmacies-repository.ts'
import type { Tone } from '#shared/claim/tone.ts'
import { ago, countText, moment } from '#shared/language/format.ts'
import { t } from '#renderer/i18n/index.ts'

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

export interface SourceWords {
  readonly tone: Tone
  /** Where the results come from. */
  readonly text: string
  /** Why it does not come from the API, or null. */
  readonly why: string | null
}

/** Where the results come from; always one of three sources, and always shown. */
export function sourceWords(source: Source): SourceWords {
  const failure = source.type === 'api' ? null : source.failure
  const why = failure === null ? null : t(`failure.${failure.type}.title`)
  return { ...keptWords(source), why }
}

function keptWords(source: Source): Omit<SourceWords, 'why'> {
  const at = source.type === 'kept-partly' ? source.oldestAt : source.fetchedAt
  if (at === null) return { tone: 'warning', text: t('pharmacy-source.no-pages') }
  const named = { when: moment(at), age: ageText(at) }
  switch (source.type) {
    case 'api':
      return { tone: 'neutral', text: t('pharmacy-source.api', named) }
    case 'kept-partly':
      return { tone: 'warning', text: t('pharmacy-source.pages', { ...named, n: countText(source.count) }) }
    case 'directory': {
      const words = { ...named, n: countText(source.count) }
      return source.isComplete
        ? { tone: 'neutral', text: t('pharmacy-source.complete', words) }
        : { tone: 'warning', text: t('pharmacy-source.incomplete', words) }
    }
  }
}
