import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'README.md')
const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->']

/** Puts a text between the markers, in place of what was there. @throws when the markers are gone */
function betweenMarkers(before: string, text: string): string {
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`bench/README.md has no ${begin} … ${end}.`)
  return `${before.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${before.slice(to)}`
}

/** Writes what a whole run measured into bench/README.md. */
export function writeReadme(text: string): void {
  writeFileSync(file, betweenMarkers(readFileSync(file, 'utf8'), text))
}
