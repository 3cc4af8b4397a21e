import type { SupportReport } from '#shared/support-report.ts'
import { say, type MainTextKey } from '../../texts/texts.ts'
import { enSupport, type ReportName } from '../../texts/en-support.ts'

/** The report for reading: everything in it, each value with its label, in the current language. */
export function reportText(report: SupportReport): string {
  return [say('support.title'), say('support.promise'), '', ...linesOf(report, 0), ''].join('\n')
}

/** The report for programs: raw names and codes. */
export function reportJson(report: SupportReport): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

function linesOf(part: object, depth: number): string[] {
  const indent = '  '.repeat(depth)
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    const label = `${indent}${labelOf(name)}:`
    if (Array.isArray(value)) return listLines(label, value, depth)
    if (typeof value !== 'object' || value === null) return [`${label} ${textOf(value)}`]
    const inside = [label, ...linesOf(value, depth + 1)]
    // Top-level sections are separated by an empty line.
    return depth === 0 ? ['', ...inside] : inside
  })
}

function listLines(label: string, list: readonly unknown[], depth: number): string[] {
  if (list.length === 0) return [`${label} ${textOf(null)}`]
  const indent = '  '.repeat(depth + 1)
  const lines = list.map((one) =>
    typeof one === 'object' && one !== null
      ? Object.entries(one)
          .map(([name, value]: [string, unknown]) => `${labelOf(name)} ${textOf(value)}`)
          .join(', ')
      : textOf(one),
  )
  return [label, ...lines.map((line) => `${indent}${line}`)]
}

function labelOf(name: string): string {
  return isReportName(name) ? say(`support.names.${name}` satisfies MainTextKey) : name
}

function isReportName(name: string): name is ReportName {
  return Object.hasOwn(enSupport.names, name)
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return say(value ? 'support.yes' : 'support.no')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : say('support.none')
}
