import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../scripts/run-command.ts'
import type { Figure, Outcome } from './figure.ts'
import { figures } from './figures.ts'
import { loadText, machineText } from './machine.ts'
import { writeReadme } from './readme.ts'
import { tableOf } from './table.ts'
import { isMet } from './verdict.ts'

/*
 * npm run bench [-- NAME …]: every figure, or those named, one after the other. All of them together are written into
 * bench/README.md, so that its table is always of one run.
 */

const runs = 7
const buildTimeoutMs = 10 * 60_000

interface Measured {
  readonly figure: Figure
  readonly outcome: Outcome
}

async function measured(figure: Figure): Promise<Measured> {
  // Not the temporary folder, which may be in memory. A short path, as it holds sockets.
  const folder = await mkdtemp(join(homedir(), '.bench-'))
  const startedMs = performance.now()
  try {
    const outcome = await figure.measure({ folder, runs })
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    console.log(`\n${figure.title} (${seconds} s)\n${tableOf(outcome.lines)}`)
    for (const note of outcome.notes) console.log(`- ${note}`)
    return { figure, outcome }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function readmeText(all: readonly Measured[], about: string): string {
  const lines = all.flatMap(({ outcome }) => outcome.lines)
  const goals = lines.filter(({ goal }) => goal !== null)
  const met = goals.filter((line) => isMet(line) === true).length
  const sections = all.map(({ figure, outcome: { notes, details } }) =>
    [
      `## ${figure.title}`,
      ...notes.map((note) => `- ${note}`),
      ...(details === undefined ? [] : ['', details]),
    ].join('\n'),
  )
  return [`${about} ${met} of ${goals.length} goals met.`, tableOf(lines), ...sections].join('\n\n')
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => figures.every((figure) => figure.name !== name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${figures.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const chosen = figures.filter(({ name }) => asked.length === 0 || asked.includes(name))
if (chosen.some(({ needsBuild }) => needsBuild)) {
  const isBuilt = await runCommand(['npm', 'run', '--silent', 'build'], {
    shown: false,
    timeoutMs: buildTimeoutMs,
  })
  if (!isBuilt) process.exit(1)
}

const load = loadText()
const all: Measured[] = []
for (const figure of chosen) {
  console.log(`\n— ${figure.name}`)
  all.push(await measured(figure))
}
const about = `Measured ${machineText()} Load before the run: ${load}.`
console.log(`\n${about}\n\n${tableOf(all.flatMap(({ outcome }) => outcome.lines))}`)
if (asked.length === 0) {
  writeReadme(readmeText(all, about))
  await runCommand(['prettier', '--write', '--log-level', 'warn', 'bench/README.md'], {
    shown: false,
    timeoutMs: 60_000,
  })
}
