import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '#shared/result.ts'
import { audit, auditWords } from './audit.ts'
import { figureLine, figuresFile, readFigures } from './figures.ts'
import { projectRoot } from './project-root.ts'
import { makeRunFolders } from './run-folders.ts'
import { runCommand, runEndToEnd } from './run-command.ts'
import { closingLine, countPlaywright, countStep, countVitest, type TestCount } from './test-count.ts'
import { failedEndToEndTests, failedUnitTests } from './failed-tests.ts'
import { settleTestHost, testHost, testHostName } from './test-host.ts'
import { ensureTestPrograms, type ReadyHost } from './test-programs.ts'
import { waitsFile } from './waits-file.ts'

/*
 * npm test: what a change has to pass, each promise by its cheapest sufficient test. npm run test:all: everything there
 * is. Each step goes to its end, and one plain line closes. A step's output is shown when it failed; the end-to-end
 * tests, which take longest, are shown as they run.
 */
const isAll = process.argv.includes('--all')
const resultsFolder = join(projectRoot, 'test-results')
const unitReport = join(resultsFolder, 'unit.json')
const e2eReport = join(resultsFolder, 'e2e.json')
const stepTimeoutMs = 40 * 60_000
const env = { CLAIMS_DESK_PROOF: isAll ? 'short' : 'quick', CLAIMS_DESK_FIGURES: figuresFile }

interface StepResult {
  readonly name: string
  readonly seconds: number
  readonly count: TestCount
  /** What runs what failed in it once more. */
  readonly again: readonly string[]
}

const passedOne: TestCount = { passed: 1, failed: 0, skipped: 0 }
const failedOne: TestCount = { passed: 0, failed: 1, skipped: 0 }
const countedNothing: TestCount = { passed: 0, failed: 0, skipped: 0 }
const results: StepResult[] = []

async function step(
  name: string,
  work: () => Promise<TestCount>,
  again: () => readonly string[],
): Promise<TestCount> {
  console.log(`\n— ${name}`)
  const startedMs = performance.now()
  const count = await work()
  const seconds = (performance.now() - startedMs) / 1000
  results.push({ name, seconds, count, again: count.failed === 0 ? [] : again() })
  console.log(`${name}: ${closingLine([count])} (${seconds.toFixed(0)} s)`)
  return count
}

async function check(name: string, script: string, isPatient = false): Promise<TestCount> {
  // Of `npm run lint`, which is both, the linters alone: the rest is a step of its own.
  const command = script === 'lint' ? ['node', 'scripts/lint.ts'] : ['npm', 'run', '--silent', script]
  const work = async (): Promise<TestCount> => ((await run(command, isPatient)) ? passedOne : failedOne)
  return await step(name, work, () => [`npm run ${script}`])
}

async function run(command: readonly string[], isPatient = false): Promise<boolean> {
  return await runCommand(command, { shown: false, env, timeoutMs: stepTimeoutMs, isPatient })
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

/** Where their host, or a build, cannot be had, they count as one that failed. */
async function endToEndTests(isBuilt: boolean, ready: Result<ReadyHost, string>): Promise<TestCount> {
  if (!ready.ok) console.error(ready.error)
  // Without a build they would try an old one, or nothing.
  if (!ready.ok || !isBuilt) return failedOne
  const chosen = isAll ? env : { ...env, CLAIMS_DESK_ONE_OF_EACH: 'yes' }
  const exitedWell = await runEndToEnd([], { shown: true, env: chosen, timeoutMs: stepTimeoutMs })
  return countStep(e2eReport, exitedWell, countPlaywright)
}

settleTestHost(process.argv.slice(2))
mkdirSync(resultsFolder, { recursive: true })
for (const report of [unitReport, e2eReport, figuresFile, waitsFile]) rmSync(report, { force: true })

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
  await check('lint', 'lint', true)
  await check('format and unused code', 'tidy', true)
  await step('known vulnerabilities', knownVulnerabilities, () => ['npm run audit'])
}

// They take what the tests leave idle, to the end.
const isLinted = besideTheTests()
await check('type check', 'typecheck')
const isBuilt = (await check('build', 'build')).failed === 0
await programs
await step('unit tests', unitTests, () => failedUnitTests(unitReport))
// Sizes and counts of what was built against budget.json; never a time.
await check('budget', 'budget')
const ready = await ensureTestPrograms()
const endToEnd = async (): Promise<TestCount> => await endToEndTests(isBuilt, ready)
await step('end-to-end tests', endToEnd, () => failedEndToEndTests(e2eReport))
await isLinted
await step(
  'nothing left behind',
  () => Promise.resolve(nothingLeftBehind()),
  () => [`npm run ${isAll ? 'test:all' : 'test'}`],
)

console.log('\nFigures (docs/reliability.md says what they mean)')
for (const figure of readFigures(figuresFile)) console.log(`  ${figureLine(figure)}`)

const waits = existsSync(waitsFile) ? readFileSync(waitsFile, 'utf8').split('\n') : []
console.log(`\nWhat the end-to-end tests waited for longest\n${waits.map((line) => `  ${line}`).join('\n')}`)

console.log('\nSummary')
for (const { name, seconds, count } of results) {
  console.log(
    `  ${count.failed === 0 ? '✓' : '✗'} ${name}: ${closingLine([count])} (${seconds.toFixed(0)} s)`,
  )
}
const again = results.flatMap((result) => result.again)
if (again.length > 0) console.log(`\nWhat failed is run again by\n  ${again.join('\n  ')}`)
console.log(`host: ${testHostName()}, because ${testHost().why}${ready.ok ? '' : `. ${ready.error}`}`)
const counts = results.map(({ count }) => count)
console.log(closingLine(counts))
process.exitCode = counts.every(({ failed }) => failed === 0) ? 0 : 1
