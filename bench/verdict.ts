import type { Goal, Line } from './figure.ts'
import { median } from './statistics.ts'

/** The value a line is judged by: its median, or its worst run where every run must meet the goal. */
export function judgedValue(runs: readonly number[], goal: Goal | null): number {
  if (goal?.judged !== 'worst') return median(runs)
  return goal.bound === 'at least' ? Math.min(...runs) : Math.max(...runs)
}

/** Whether a line meets its goal; null where it has none. A line without measurements fails. */
export function isMet({ goal, runs }: Line): boolean | null {
  if (goal === null) return null
  const value = judgedValue(runs, goal)
  switch (goal.bound) {
    case 'at most':
      return value <= goal.value
    case 'at least':
      return value >= goal.value
    case 'below':
      return value < goal.value
  }
}
