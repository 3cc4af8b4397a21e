import { ageLimits, ageOf, type Age } from '#shared/ages.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isDecidable } from '#shared/outbox/predicates.ts'
import type { Tone } from '#renderer/ui/tone.ts'
import { stateSince } from '#renderer/features/outbox/entry-words.ts'
import { needsYou } from '#renderer/features/outbox/attention.ts'
import { plural, t } from '#renderer/i18n/index.ts'

/** The kinds of age limit. */
export type Aging = keyof typeof ageLimits

export interface AgeWords {
  readonly age: Age
  readonly tone: Tone
  /** The age and, from the first limit on, that it is too old: the colour only supports it. */
  readonly text: string
}

const tones: Readonly<Record<Age, Tone>> = { fresh: 'neutral', aging: 'warning', old: 'danger' }

/** How old something is, in words and a colour. @param since a moment (ISO). */
export function ageWords(what: Aging, since: string, now: Date): AgeWords {
  const passedMs = Math.max(0, now.getTime() - Date.parse(since))
  const age = ageOf(ageLimits[what], passedMs)
  const key = what === 'directory' ? (`age.directory-${age}` as const) : (`age.${age}` as const)
  return { age, tone: tones[age], text: t(key, { age: spanText(passedMs) }) }
}

/** A duration in its largest unit only: `40 minutes`, `26 hours`, `3 days`. */
function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return t('connection.duration.seconds')
  if (minutes < 60) return plural('connection.duration.minutes', minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? plural('connection.duration.hours', hours)
    : plural('connection.duration.days', Math.floor(hours / 24))
}

/** The limits for an entry's age, and the start of it: the submission for a waiting entry, else the state change. */
export function agingOf(entry: EntrySummary): { readonly what: Aging; readonly since: string } {
  if (needsYou(entry)) return { what: 'needsOfficer', since: stateSince(entry.state) }
  return isDecidable(entry.state)
    ? { what: 'unconfirmed', since: stateSince(entry.state) }
    : { what: 'waiting', since: entry.acceptedAt }
}
