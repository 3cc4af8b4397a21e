import { homedir, tmpdir } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from '../project-root.ts'

/** One thing that was tried. */
export interface Step {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'left-out'
  /** Why it failed or was left out, as its test says it. */
  readonly why: string
}

export interface SelfCheckResult {
  /** What was checked, and where. */
  readonly head: readonly string[]
  readonly steps: readonly Step[]
  /** What a test only notes. */
  readonly facts: readonly string[]
}

const marks = { passed: '✓', failed: '✗', 'left-out': '–' } as const
/** Enough for what was expected and what came; what follows is for who has the test before them. */
const mostLines = 4
const longestLine = 300
const notForReaders = /^(?:Call log:|at |\d* *\||> *\d+ \|)/

const places: readonly (readonly [path: string, name: string])[] = [
  [projectRoot, '(project)'],
  [tmpdir(), '(temporary folder)'],
  [homedir(), '(home)'],
]

/** The text without the folders of this computer: they have its user's name, and say nothing elsewhere. */
function withoutPlaces(text: string): string {
  return places
    .filter(([path]) => path.length > 1)
    .reduce((said, [path, name]) => said.replaceAll(path, name), text)
}

/** The first lines of an error, without its stack. */
function firstLines(why: string): readonly string[] {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .map((line) => line.trim())
  const end = lines.findIndex((line) => notForReaders.test(line))
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => line !== '')
    .slice(0, mostLines)
    .map((line) => withoutPlaces(line).slice(0, longestLine))
}

/** The result in plain words, for whoever looks after the application elsewhere. */
export function resultText({ head, steps, facts }: SelfCheckResult): string {
  const count = (outcome: Step['outcome']): number => steps.filter((step) => step.outcome === outcome).length
  const leftOut = count('left-out')
  return [
    'Claims Desk, self-check',
    ...head.map((line) => withoutPlaces(line)),
    '',
    ...steps.flatMap(({ name, outcome, why }) => [
      `${marks[outcome]} ${name}`,
      ...firstLines(why).map((line) => `    ${line}`),
    ]),
    '',
    ...(facts.length === 0 ? [] : [...facts, '']),
    `${count('passed')} passed, ${count('failed')} failed${leftOut === 0 ? '' : `, ${leftOut} left out`}`,
    '',
  ].join('\n')
}
