import type { Goal, Line } from './figure.ts'
import { median, numberText } from './statistics.ts'

const head = `| | against | median (spread) | goal |
|---|---|---|---|`

const signs = { 'at most': '≤', 'at least': '≥' } as const

/** The table of all lines, in Markdown. */
export function tableOf(lines: readonly Line[]): string {
  return [head, ...lines.map((line, n) => rowOf(line, lines[n - 1]))].join('\n')
}

function rowOf(line: Line, before: Line | undefined): string {
  const { what, unit, goal, runs } = line
  const middle = unit === '×' ? numberText(median(runs)) : `${numberText(median(runs))} ${unit}`
  const seen = `${middle} (${numberText(Math.min(...runs))}–${numberText(Math.max(...runs))})`
  const against = line.against !== '' && line.against === before?.against ? 'the same' : line.against
  const judged = [goalText(goal), verdictText(line)].filter((text) => text !== '').join(', ')
  return `| ${[what, against, seen, judged].join(' | ')} |`
}

function goalText(goal: Goal | null): string {
  if (goal === null) return ''
  const bound = `${signs[goal.bound]} ${numberText(goal.value)}`
  return goal.judged === 'worst' ? `every run ${bound}` : bound
}

function verdictText(line: Line): string {
  const met = isMet(line)
  if (met === null) return ''
  if (met) return 'met'
  return line.goal?.judged === 'worst'
    ? `**missed: ${numberText(judgedValue(line.runs, line.goal))}**`
    : '**missed**'
}

/** The value a line is judged by: its median, or its worst run where every run must meet the goal. */
function judgedValue(runs: readonly number[], goal: Goal | null): number {
  if (goal?.judged !== 'worst') return median(runs)
  return goal.bound === 'at least' ? Math.min(...runs) : Math.max(...runs)
}

/** Whether a line meets its goal; null where it has none. A line without measurements fails. */
function isMet({ goal, runs }: Line): boolean | null {
  if (goal === null) return null
  const value = judgedValue(runs, goal)
  return goal.bound === 'at most' ? value <= goal.value : value >= goal.value
}
