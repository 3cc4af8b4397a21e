import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Figure } from '#testing/proof.ts'
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

/** From what is run often to what shows most. */
const sizes = ['medium', 'long']

interface Row {
  readonly proof: string
  readonly size: string
  readonly tried: string
  readonly seen: string
  readonly date: string
}

/**
 * The document with the figures in its table. A figure takes the place of the same proof's and part's, unless that is of
 * a larger size, which shows more; parts of one run that saw the same share a row.
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
  const kept = document.slice(from + begin.length, to).split('\n')
  const added = figures.map(({ proof, tried, seen }) => ({
    proof: `\`${proof}\``,
    size,
    tried: words(tried),
    seen: words(seen),
    date,
  }))
  const parts = new Map<string, Row>()
  for (const row of [...kept.filter((line) => line.startsWith('| `')).flatMap(rowsOf), ...added]) {
    const before = parts.get(partKey(row))
    if (before === undefined || sizes.indexOf(before.size) <= sizes.indexOf(row.size)) {
      parts.set(partKey(row), row)
    }
  }
  const sorted = [...parts.entries()].toSorted(([a], [b]) => a.localeCompare(b)).map(([, row]) => row)
  const shared = Map.groupBy(sorted, ({ proof, size: of, seen, date: day }) => [proof, of, seen, day].join())
  const lines = [...shared.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [lineOf(first, [first, ...others])],
  )
  const table = ['| Proof | Size | Tried | Seen | Date |', '| --- | --- | --- | --- | --- |', ...lines]
  return `${document.slice(0, from + begin.length)}\n\n${table.join('\n')}\n\n${document.slice(to)}`
}

function rowsOf(line: string): readonly Row[] {
  const [, proof = '', size = '', parts = '', seen = '', date = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  return parts.split('; ').map((tried) => ({ proof, size, tried, seen, date }))
}

function lineOf({ proof, size, seen, date }: Row, parts: readonly Row[]): string {
  return `| ${proof} | ${size} | ${parts.map(({ tried }) => tried).join('; ')} | ${seen} | ${date} |`
}

// The parts of a proof differ by their names and words; numbers are only sizes.
function partKey({ proof, tried }: Row): string {
  const part = tried.split(', ').map((word) => word.replace(/ [\d.,]+$/, ''))
  return `${proof} ${part.join(', ')}`
}

function words(values: Figure['tried']): string {
  const inWords = (value: number | string): string =>
    typeof value === 'number' ? value.toLocaleString('en-GB', { maximumFractionDigits: 2 }) : value
  return Object.entries(values)
    .map(([name, value]) => `${name} ${inWords(value)}`)
    .join(', ')
}
