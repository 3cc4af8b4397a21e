import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'README.md')

const markersOf = (name: string): readonly [string, string] => [
  `<!-- ${name}: begin -->`,
  `<!-- ${name}: end -->`,
]

/** Puts a text between the markers of a figure, in place of what was there. @throws when the markers are gone */
function betweenMarkers(before: string, name: string, text: string): string {
  const [begin, end] = markersOf(name)
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`bench/README.md has no ${begin} … ${end}.`)
  return `${before.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${before.slice(to)}`
}

/** Whether bench/README.md names this machine before its figures. */
export function namesMachine(machine: string): boolean {
  const [begin, end] = markersOf('machine')
  const text = readFileSync(file, 'utf8')
  return text.slice(text.indexOf(begin), text.indexOf(end)).includes(machine)
}

/** Writes what a run measured of one figure into bench/README.md. */
export function writeFigure(name: string, text: string): void {
  writeFileSync(file, betweenMarkers(readFileSync(file, 'utf8'), name, text))
}
