import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#main/practice/endpoints.ts'
import { projectRoot } from './project-root.ts'
import { slowTests } from './slow-tests.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const markdownIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const decisions = markdownIn('docs/decisions')
const documents = ['.', 'docs', 'proofs', 'bench'].flatMap(markdownIn).concat(decisions)

/** The anchors that GitHub gives the headings of a document. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isBroken(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  if (!existsSync(join(projectRoot, target))) return true
  return anchor !== undefined && !anchorsIn(read(target)).includes(anchor)
}

/** What a pattern finds in all documents, each with its document. */
function found(pattern: RegExp): (readonly [file: string, text: string])[] {
  return documents.flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, text = '']) => [file, text] as const),
  )
}

it('docs/endpoints.md has a row for every endpoint', () => {
  const numbers = [...read('docs/endpoints.md').matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(',').map(Number),
  )
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Object.keys(endpoints).map((_name, index) => index + 1),
  )
})

describe('every document', () => {
  it('links to files and headings that exist', () => {
    const links = found(/\]\(([^)]+)\)/g).filter(([, link]) => !link.includes('://'))
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(([file, link]) => isBroken(file, link))).toEqual([])
  })

  it('names paths that exist', () => {
    const named = found(/`((?:src-\w+|e2e|testing|proofs|bench|scripts|docs|packaging)\/[\w./-]+)`/g)
    // NAME, as in the recipes, stands for any name.
    const paths = named.filter(([, path]) => !path.includes('NAME'))
    expect(paths.length).toBeGreaterThan(150)
    expect(paths.filter(([, path]) => !existsSync(join(projectRoot, path)))).toEqual([])
  })
})

describe('docs/promises.md', () => {
  const rows = read('docs/promises.md')
    .split('\n')
    .filter((line) => /^\| (?!Promise |\*\*|-)/.test(line))
  const testsOf = (row: string): (readonly [file: string, titles: readonly string[], mark: string])[] =>
    [...row.matchAll(/`([^`]+\.ts)`((?:,? “[^”]+”)*)( \(longer\))?/g)].map(
      ([, file = '', titles = '', mark = '']) => [
        file,
        [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
        mark,
      ],
    )
  const named = rows.flatMap(testsOf).flatMap(([file, titles]) => titles.map((title) => [file, title]))

  /** Whether `npm test` leaves it out: by its file, or by the tag of the test whose title it is, or that has it as a step. */
  function isLonger(file: string, title: string): boolean {
    if (slowTests.some((pattern) => matchesGlob(file, pattern))) return true
    const text = read(file)
    const [before = ''] = text.split(title)
    const starts = [...before.matchAll(/^ *(?:\w*T|t)est\(/gm)]
    const [head = ''] = text.slice(starts.at(-1)?.index ?? before.length).split('=>')
    return head.includes("'@longer'")
  }

  it('names titles that its tests have, each one test alone', () => {
    expect(named.length).toBeGreaterThan(150)
    // A short form that could be two tests names neither.
    expect(named.filter(([file = '', title = '']) => read(file).split(title).length !== 2)).toEqual([])
  })

  it('has a test of each promise that npm test runs', () => {
    expect(rows.length).toBeGreaterThan(100)
    const isRun = (row: string): boolean =>
      row.includes('| lint: ') ||
      testsOf(row).some(([file, titles]) =>
        titles.length === 0 ? !isLonger(file, '') : titles.some((title) => !isLonger(file, title)),
      )
    expect(rows.filter((row) => !isRun(row))).toEqual([])
  })

  it('marks the end-to-end tests that npm test leaves out, and no other', () => {
    const marked = rows
      .flatMap(testsOf)
      .filter(([file, titles]) => file.endsWith('.spec.ts') && titles.length > 0)
    const isWrong = ([file, titles, mark]: (typeof marked)[number]): boolean =>
      titles.some((title) => isLonger(file, title) !== (mark !== ''))
    expect(marked.length).toBeGreaterThan(30)
    expect(marked.filter(isWrong)).toEqual([])
  })
})

it('a comment names documents that exist', () => {
  const sources = globSync('{src-*,e2e,testing,proofs,bench,scripts,packaging}/**/*.{ts,vue,js}', {
    cwd: projectRoot,
  })
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+(?:\.md)?/g)].map(([path]) => [file, path] as const),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(([, path]) => !existsSync(join(projectRoot, path)))).toEqual([])
})

it('every decision says whether it is in force', () => {
  const unclear = decisions.filter((file) => {
    const [title = '', , state = ''] = read(file).split('\n')
    return !/^# \d+\. /.test(title) || !/^State: (in force|overtaken by decision \d+)\b/.test(state)
  })
  expect(unclear).toEqual([])
})

it('CHANGELOG.md keeps to the form of Keep a Changelog, the newest version first', () => {
  const text = read('CHANGELOG.md')
  const headings = text.split('\n').filter((line) => line.startsWith('## '))
  expect(headings[0]).toBe('## [Unreleased]')
  for (const heading of headings.slice(1)) {
    expect(heading).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/)
  }
  const kinds = text.split('\n').filter((line) => line.startsWith('### '))
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  expect(kinds.filter((kind) => !known.includes(kind.slice(4)))).toEqual([])
})
