import type { Say } from './say.ts'

const minuteMs = 60_000

/** A duration in words, as coarse as is useful: `12 minutes`, `2 hours 15 minutes`, `3 days`. */
export function durationText(ms: number, say: Say): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes < 1) return say('duration.seconds')
  if (minutes < 60) return say('duration.minutes', { n: minutes })
  const two = (large: Unit, largeCount: number, small: Unit, smallCount: number): string => {
    const first = say(`duration.${large}`, { n: largeCount })
    return smallCount === 0
      ? first
      : say('duration.two', { first, second: say(`duration.${small}`, { n: smallCount }) })
  }
  if (minutes < 48 * 60) return two('hours', Math.floor(minutes / 60), 'minutes', minutes % 60)
  return two('days', Math.floor(minutes / 1440), 'hours', Math.floor((minutes % 1440) / 60))
}

type Unit = 'minutes' | 'hours' | 'days'
