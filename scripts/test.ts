import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '#shared/result.ts'
import { audit, auditWords } from './audit.ts'
import { figureLine, figuresFile, readFigures } from './figures.ts'
import { projectRoot } from './project-root.ts'
import { makeRunFolders } from './run-folders.ts'
import { runCommand, runEndToEnd } from './run-command.ts'
import { closingLine, countPlaywright, countStep, countVitest, type TestCount } from './test-count.ts'
import { settleTestHost, testHost, testHostName } from './test-host.ts'
import { ensureTestPrograms, type ReadyHost } from './test-programs.ts'

/*
 * npm test: every check, to the end, and one plain closing line. A step's output is shown when it failed; the
 * end-to-end tests, which take longest, are shown as they run.
 */
const resultsFolder = join(projectRoot, 'test-results')
const unitReport = join(resultsFolder, 'unit.json')
const e2eReport = join(resultsFolder, 'e2e.json')
const stepTimeoutMs = 40 * 60_000
const env = { CLAIMS_DESK_PROOF: 'short', CLAIMS_DESK_FIGURES: figuresFile }

interface StepResult {
  readonly name: string
  readonly seconds: number
  readonly count: TestCount
}

const passedOne: TestCount = { passed: 1, failed: 0, skipped: 0 }
const failedOne: TestCount = { passed: 0, failed: 1, skipped: 0 }
const countedNothing: TestCount = { passed: 0, failed: 0, skipped: 0 }
const results: StepResult[] = []

async function step(name: string, work: () => Promise<TestCount>): Promise<TestCount> {
  console.log(`\n— ${name}`)
  const startedMs = performance.now()
  const count = await work()
  const seconds = (performance.now() - startedMs) / 1000
  results.push({ name, seconds, count })
  console.log(`${name}: ${closingLine([count])} (${seconds.toFixed(0)} s)`)
  return count
}

async function check(script: string, options: { readonly isPatient?: boolean } = {}): Promise<TestCount> {
  return (await run(['npm', 'run', '--silent', script], options)) ? passedOne : failedOne
}

async function run(
  command: readonly string[],
  options: { readonly isPatient?: boolean } = {},
): Promise<boolean> {
  return await runCommand(command, { shown: false, env, timeoutMs: stepTimeoutMs, ...options })
}

async function knownVulnerabilities(): Promise<TestCount> {
  const found = await audit()
  console.log(auditWords(found))
  if (found.type === 'not-asked') return countedNothing
  return found.serious === 0 ? passedOne : failedOne
}

async function unitTests(): Promise<TestCount> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return countStep(unitReport, await run(['vitest', 'run', ...reporters]), countVitest)
}

/** Where their host cannot be had, they count as one that failed. */
async function endToEndTests(ready: Result<ReadyHost, string>): Promise<TestCount> {
  if (!ready.ok) {
    console.error(ready.error)
    return failedOne
  }
  const chosen = { ...env, CLAIMS_DESK_ONE_OF_EACH: 'yes' }
  const exitedWell = await runEndToEnd([], { shown: true, env: chosen, timeoutMs: stepTimeoutMs })
  return countStep(e2eReport, exitedWell, countPlaywright)
}

settleTestHost(process.argv.slice(2))
mkdirSync(resultsFolder, { recursive: true })
for (const report of [unitReport, e2eReport, figuresFile]) rmSync(report, { force: true })

// To install programs is mostly waiting. Where one cannot be had, only what needs it fails, and says so.
const programs = runCommand(['node', 'scripts/system-packages.ts'], { shown: true, timeoutMs: stepTimeoutMs })

// After those programs, whose installers may keep what they like.
const folders = makeRunFolders()
Object.assign(process.env, folders.env)
process.once('exit', () => folders.remove())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

function nothingLeftBehind(): TestCount {
  const left = folders.left()
  for (const path of left) console.log(`  left behind: ${path}`)
  return left.length === 0 ? passedOne : failedOne
}

async function besideTheTests(): Promise<void> {
  const linter = ['node', 'scripts/lint.ts']
  await step('lint', async () => ((await run(linter, { isPatient: true })) ? passedOne : failedOne))
  await step('format and unused code', async () => await check('tidy', { isPatient: true }))
  await step('known vulnerabilities', knownVulnerabilities)
}

// They take what the tests leave idle, to the end.
const isLinted = besideTheTests()
await step('type check', async () => await check('typecheck'))
const built = await step('build', async () => await check('build'))
await programs
await step('unit tests', unitTests)
// Sizes and counts of what was built against budget.json; never a time.
await step('budget', async () => (built.failed === 0 ? await check('budget') : failedOne))
const ready = await ensureTestPrograms()
// Without a build they would try an old one, or nothing.
await step('end-to-end tests', async () => (built.failed === 0 ? await endToEndTests(ready) : failedOne))
await isLinted
await step('nothing left behind', () => Promise.resolve(nothingLeftBehind()))

console.log('\nFigures (docs/reliability.md says what they mean)')
for (const figure of readFigures(figuresFile)) console.log(`  ${figureLine(figure)}`)

console.log('\nSummary')
for (const { name, seconds, count } of results) {
  console.log(
    `  ${count.failed === 0 ? '✓' : '✗'} ${name}: ${closingLine([count])} (${seconds.toFixed(0)} s)`,
  )
}
console.log(`host: ${testHostName()}, because ${testHost().why}${ready.ok ? '' : `. ${ready.error}`}`)
const counts = results.map(({ count }) => count)
console.log(closingLine(counts))
process.exitCode = counts.every(({ failed }) => failed === 0) ? 0 : 1
