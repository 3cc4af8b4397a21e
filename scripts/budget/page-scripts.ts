import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Size of a file as it would travel, in kB. */
function gzippedKb(body: Uint8Array): number {
  return gzipSync(body, { level: 9 }).length / 1000
}

/** What the built page reads, in gzipped kB. */
export interface PageScripts {
  /** Until its first screen can be used: the entry, that screen, and what they import. */
  readonly firstScreen: number
  /** The largest other screen, with what only it imports. */
  readonly largestScreen: number
  /** Without the decoder of HEIC. */
  readonly all: number
  /** Read when the first HEIC comes. */
  readonly heicDecoder: number
}

const firstScreen = 'HomeScreen-'
const heicDecoder = 'libheif.js'
const screen = /^\w+Screen-/

/** Sizes of the scripts of a built page. @throws when it has no entry or no first screen */
export function pageScripts(folder: string): PageScripts {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const sources = new Map(names.map((name) => [name, readFileSync(join(assets, name), 'utf8')]))
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const entry = /<script[^>]* src="\.\/assets\/([^"]+)"/.exec(html)?.[1]
  const first = names.find((name) => name.startsWith(firstScreen))
  if (entry === undefined || first === undefined) throw new Error('The page has no entry or no first screen.')
  const atStart = withImports([entry, first], sources)
  const kbOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, name) => sum + gzippedKb(Buffer.from(sources.get(name) ?? '')), 0)
  const others = names
    .filter((name) => screen.test(name))
    .map((name) => kbOf([...withImports([name], sources)].filter((file) => !atStart.has(file))))
  return {
    firstScreen: kbOf(atStart),
    largestScreen: Math.max(0, ...others),
    all: kbOf(names.filter((name) => name !== heicDecoder)),
    heicDecoder: kbOf(names.filter((name) => name === heicDecoder)),
  }
}

/** Some scripts and everything they import before they run. */
function withImports(from: readonly string[], sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    for (const [, imported = ''] of (sources.get(name) ?? '').matchAll(
      /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g,
    ))
      open.push(imported)
  }
  return found
}
