import { rm } from 'node:fs/promises'
import { makeDiskFolder } from '../e2e/support/disk-folder.ts'
import { runCommand } from '../scripts/run-command.ts'
import { settleTestHost, testHost } from '../scripts/test-host.ts'
import { ensureTestHost } from '../scripts/test-programs.ts'
import type { Figure, Outcome } from './figure.ts'
import { figures } from './figures.ts'
import { dayText, loadText, machineText } from './machine.ts'
import { namesMachine, writeFigure } from './readme.ts'
import { tableOf } from './goal-table.ts'

/*
 * npm run bench [-- NAME …]: every figure, or those named, one after the other. Each is written into its part of
 * bench/README.md, with the day, the load, and the machine where it is not the one named there. A run of all names it.
 */

const runs = 7
const buildTimeoutMs = 10 * 60_000

async function measured(figure: Figure): Promise<Outcome> {
  const folder = await makeDiskFolder()
  const startedMs = performance.now()
  try {
    const outcome = await figure.measure({ folder, runs })
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    console.log(`\n${figure.title} (${seconds} s)\n${tableOf(outcome.lines)}`)
    for (const note of outcome.notes) console.log(`- ${note}`)
    return outcome
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * The lines that have a goal, and the first note, which says what the figure is made of. What only explains, where the
 * time goes, is for whoever runs it.
 */
function textOf({ lines, notes }: Outcome, about: string): string {
  const listed = notes.slice(0, 1).map((note) => `- ${note}`)
  const judged = lines.filter(({ goal }) => goal !== null)
  return [about, tableOf(judged), ...listed].join('\n\n')
}

const asked = settleTestHost(process.argv.slice(2), 'Measurements in the application run')
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
  const ready = await ensureTestHost(testHost().host)
  if (!ready.ok) {
    console.error(ready.error)
    process.exit(1)
  }
}

const machine = machineText()
if (asked.length === 0) writeFigure('machine', machine)
for (const figure of chosen) {
  const load = loadText()
  console.log(`\n— ${figure.name}, load ${load}`)
  const outcome = await measured(figure)
  const where = namesMachine(machine) ? '' : ` On ${machine}`
  writeFigure(figure.name, textOf(outcome, `${dayText()}, load ${load}.${where}`))
}
