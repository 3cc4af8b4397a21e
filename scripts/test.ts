import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumProgram, ensurePrograms, installAdvice, xvfbProgram } from './debian-packages.ts'
import { hasDisplay, startVirtualDisplay } from './display.ts'
import { electronProgram } from './electron-runtime.ts'
import { testHostName } from './host-name.ts'
import { projectRoot } from './project-root.ts'
import { closingLine, countPlaywright, countStep, countVitest, type TestCount } from './test-count.ts'

/*
 * npm test: every check, to the end, and one plain closing line. A step's output is shown when it failed; the
 * end-to-end tests, which take longest, are shown as they run.
 */
const resultsFolder = join(projectRoot, 'test-results')
const unitReport = join(resultsFolder, 'unit.json')
const e2eReport = join(resultsFolder, 'e2e.json')
const stepTimeoutMs = 40 * 60_000

interface StepResult {
  readonly name: string
  readonly seconds: number
  readonly count: TestCount
}

const passedOne: TestCount = { passed: 1, failed: 0, skipped: 0 }
const failedOne: TestCount = { passed: 0, failed: 1, skipped: 0 }
const results: StepResult[] = []

/** Runs a command, and says whether it ended well. `shown` lets its output through as it comes. */
async function run(
  command: readonly string[],
  options: { shown: boolean; env?: NodeJS.ProcessEnv },
): Promise<boolean> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: projectRoot,
    stdio: ['ignore', options.shown ? 'inherit' : 'pipe', options.shown ? 'inherit' : 'pipe'],
    env: { ...process.env, ...options.env },
    timeout: stepTimeoutMs,
    killSignal: 'SIGKILL',
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.on('error', () => resolve(false))
  child.on('close', (code) => resolve(code === 0))
  const exitedWell = await promise
  if (!exitedWell) process.stdout.write(Buffer.concat(output))
  return exitedWell
}

async function step(name: string, work: () => Promise<TestCount>): Promise<TestCount> {
  console.log(`\n— ${name}`)
  const startedMs = performance.now()
  const count = await work()
  const seconds = (performance.now() - startedMs) / 1000
  results.push({ name, seconds, count })
  console.log(`${name}: ${closingLine([count])} (${seconds.toFixed(0)} s)`)
  return count
}

async function check(script: string): Promise<TestCount> {
  return (await run(['npm', 'run', '--silent', script], { shown: false })) ? passedOne : failedOne
}

async function unitTests(): Promise<TestCount> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  const exitedWell = await run(['vitest', 'run', ...reporters], { shown: false })
  return countStep(unitReport, exitedWell, countVitest)
}

async function endToEndTests(): Promise<TestCount> {
  const onElectron = electronProgram() !== null
  const needsScreen = onElectron && !hasDisplay()
  const needed = [...(onElectron ? [] : [chromiumProgram]), ...(needsScreen ? [xvfbProgram] : [])]
  const programs = ensurePrograms(needed, (line) => console.log(line))
  if (!programs.ok) {
    console.error(installAdvice(programs.error))
    return failedOne
  }
  const screen = needsScreen ? await startVirtualDisplay(programs.value.at(-1) ?? 'Xvfb') : null
  const env = screen === null ? {} : { DISPLAY: screen.name }
  const exitedWell = await run(['playwright', 'test', '-c', 'e2e/playwright.config.ts'], { shown: true, env })
  screen?.stop()
  return countStep(e2eReport, exitedWell, countPlaywright)
}

mkdirSync(resultsFolder, { recursive: true })
for (const report of [unitReport, e2eReport]) rmSync(report, { force: true })

await step('type check', async () => await check('typecheck'))
await step('lint', async () => await check('lint'))
await step('unit tests', unitTests)
const built = await step('build', async () => await check('build'))
// Without a build they would try an old one, or nothing.
await step('end-to-end tests', async () => (built.failed === 0 ? await endToEndTests() : failedOne))

console.log('\nSummary')
for (const { name, seconds, count } of results) {
  console.log(
    `  ${count.failed === 0 ? '✓' : '✗'} ${name}: ${closingLine([count])} (${seconds.toFixed(0)} s)`,
  )
}
console.log(`host: ${testHostName()}`)
const counts = results.map(({ count }) => count)
console.log(closingLine(counts))
process.exitCode = counts.every(({ failed }) => failed === 0) ? 0 : 1
