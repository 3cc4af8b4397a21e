import type { Goal, Line } from './figure.ts'
import { median, numberText } from './statistics.ts'
import { isMet, judgedValue } from './verdict.ts'

const head = `| | against | median | spread | goal | |
|---|---|---|---|---|---|`

const signs = { 'at most': '≤', 'at least': '≥', below: '<' } as const

/** The table of all lines, in Markdown. */
export function tableOf(lines: readonly Line[]): string {
  return [head, ...lines.map(rowOf)].join('\n')
}

function rowOf(line: Line): string {
  const { what, against, unit, goal, runs } = line
  const written = (value: number): string =>
    unit === '×' ? numberText(value) : `${numberText(value)} ${unit}`
  const spread = `${numberText(Math.min(...runs))}–${numberText(Math.max(...runs))} (${runs.length})`
  return `| ${[what, against, written(median(runs)), spread, goalText(goal), verdictText(line)].join(' | ')} |`
}

function goalText(goal: Goal | null): string {
  if (goal === null) return ''
  const bound = `${signs[goal.bound]} ${numberText(goal.value)}`
  return goal.judged === 'worst' ? `every run ${bound}` : bound
}

function verdictText(line: Line): string {
  const met = isMet(line)
  if (met === null) return ''
  return met ? 'met' : `**missed: ${numberText(judgedValue(line.runs, line.goal))}**`
}
