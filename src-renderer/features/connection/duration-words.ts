import { plural, t } from '#renderer/i18n/index.ts'

const minuteMs = 60_000

/** A duration in words, as coarse as is useful: `12 minutes`, `2 hours 15 minutes`, `3 days`. */
export function durationText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes < 1) return t('connection.duration.seconds')
  if (minutes < 60) return plural('connection.duration.minutes', minutes)
  if (minutes < 48 * 60) return two('hours', Math.floor(minutes / 60), 'minutes', minutes % 60)
  return two('days', Math.floor(minutes / 1440), 'hours', Math.floor((minutes % 1440) / 60))
}

type Unit = 'minutes' | 'hours' | 'days'

function two(large: Unit, largeCount: number, small: Unit, smallCount: number): string {
  const first = plural(`connection.duration.${large}`, largeCount)
  if (smallCount === 0) return first
  return t('connection.duration.two', { first, second: plural(`connection.duration.${small}`, smallCount) })
}
