import { isTimeOfDay, type QuietHours } from '#shared/quiet-hours.ts'
import type { TextKey } from '#renderer/i18n/index.ts'

/** The suggested hours: while a branch is closed. */
export const usualQuietHours: QuietHours = { from: '18:00', until: '07:30' }

export interface QuietProblem {
  readonly field: 'from' | 'until'
  readonly text: TextKey
}

/** What is wrong with the typed hours; null if they are valid. */
export function quietProblem({ from, until }: QuietHours): QuietProblem | null {
  if (!isTimeOfDay(from)) return { field: 'from', text: 'notifications.time-needed' }
  if (!isTimeOfDay(until)) return { field: 'until', text: 'notifications.time-needed' }
  return from === until ? { field: 'until', text: 'notifications.times-same' } : null
}
