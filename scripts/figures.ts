import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Figure } from '#proofs/proof.ts'
import { projectRoot } from './project-root.ts'

const Values = v.record(v.string(), v.union([v.number(), v.string()]))
const FigureSchema = v.object({ proof: v.string(), tried: Values, seen: Values })

/** Where a run collects its figures; named to the proofs by `CLAIMS_DESK_FIGURES`. */
export const figuresFile = join(projectRoot, 'test-results/figures.jsonl')

/** The figures collected in a file, in the order in which they were said. */
export function readFigures(file: string): readonly Figure[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => v.parse(FigureSchema, JSON.parse(line)))
}

/** A figure in one line of words. */
export function figureLine({ proof, tried, seen }: Figure): string {
  return `${proof}: ${words(tried)}: ${words(seen)}`
}

const begin = '<!-- figures: written by npm run prove -->'
const end = '<!-- end of figures -->'

/**
 * The document with a row for each figure: a row of the same proof, size and part gives way to the new one.
 *
 * @throws when the document lacks the marks between which the table stands.
 */
export function withFigures(
  document: string,
  size: string,
  date: string,
  figures: readonly Figure[],
): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error('The document has no place for figures.')
  const kept = document
    .slice(from + begin.length, to)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const rows = new Map(kept.map((line) => [rowKey(line), line]))
  for (const figure of figures) {
    const row = `| \`${figure.proof}\` | ${size} | ${words(figure.tried)} | ${words(figure.seen)} | ${date} |`
    rows.set(rowKey(row), row)
  }
  const sorted = [...rows.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, row]) => row)
  const table = ['| Proof | Size | Tried | Seen | Date |', '| --- | --- | --- | --- | --- |', ...sorted]
  return `${document.slice(0, from + begin.length)}\n\n${table.join('\n')}\n\n${document.slice(to)}`
}

// The parts of a proof differ by their names and words; numbers are only sizes.
function rowKey(row: string): string {
  const [, proof = '', size = '', tried = ''] = row.split('|').map((cell) => cell.trim())
  const part = tried.split(', ').map((word) => word.replace(/ [\d.,]+$/, ''))
  return `${proof} ${size} ${part.join(', ')}`
}

function words(values: Figure['tried']): string {
  const inWords = (value: number | string): string =>
    typeof value === 'number' ? value.toLocaleString('en-GB', { maximumFractionDigits: 2 }) : value
  return Object.entries(values)
    .map(([name, value]) => `${name} ${inWords(value)}`)
    .join(', ')
}
