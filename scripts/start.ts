import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mayHaveScreen } from '#main/shell/start-checks.ts'
import { build, isBuildStale } from './build.ts'
import { ensurePrograms, thisSystem, xvfbProgram } from './debian-packages.ts'
import { startVirtualDisplay, type VirtualDisplay } from './display.ts'
import { dataFolderFromSource, readArguments, withMore } from './start/arguments.ts'
import { openInElectron, sayLastWords } from './start/open-in-electron.ts'
import { createReport } from './start/report.ts'
import { runHost, type HostCommand, type RunningHost } from './start/run-host.ts'
import { canHaveStandIn, openInStandIn } from './start/stand-in.ts'

/*
 * npm start -- [--host=chromium|electron] [--data-dir=DIR] [--remote-debugging-port=N] [--headless] [--no-sandbox]
 *   [--wait-for-window=SECONDS] [--no-build] [--self-check [--result=FILE]] [--host-chromium=PROGRAM] …
 * Whatever is not for this script goes to the application.
 */
const report = createReport(process.stdout)

function fail(message: string): never {
  report.endProgress()
  console.error(message)
  process.exit(1)
}

const read = readArguments(process.argv.slice(2), process.env)
if (!read.ok) fail(read.error)
const asked = read.value
const system = thisSystem()
const dataFolder = asked.dataFolder ?? dataFolderFromSource()

const running: { host: RunningHost | null; screen: VirtualDisplay | null; isInterrupted: boolean } = {
  host: null,
  screen: null,
  isInterrupted: false,
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (running.host === null) process.exit(1)
    running.isInterrupted = true
    running.host.stop()
  })
}

/** Null where nobody is there to answer. */
const ask = process.stdin.isTTY && process.stdout.isTTY ? askAtTerminal : null

if (!asked.isBuilt && isBuildStale()) {
  report.progress('Building …')
  const complaint = build()
  if (complaint !== null) fail(`The build failed.\n${complaint}`)
}
const exitCode = asked.isSelfCheck ? await check() : await open()
running.screen?.stop()
process.exit(exitCode)

/** @returns the exit code of npm start -- --self-check. */
async function check(): Promise<number> {
  // Loaded here alone: nobody else needs what the tests are run with.
  const { selfCheck } = await import('./self-check/self-check.ts')
  return await selfCheck({ asked, system, report, screen, run, ask })
}

/** @returns the exit code, once the application has ended. */
async function open(): Promise<number> {
  const options = { system, report, screen, run }
  if (asked.host !== 'chromium') {
    const end = await openInElectron({
      ...options,
      asked: asked.dataFolder === null ? asked : withMore(asked, `--data-dir=${dataFolder}`),
      dataFolder,
      ask,
      onOpen: (how) => sayOpen(how, dataFolder),
    })
    if (end.type === 'ended') return end.exitCode
    report.endProgress()
    sayLastWords(end.lastWords)
    console.error(end.words)
    if (running.isInterrupted || !canHaveStandIn(asked, system)) return 1
    if (asked.host === 'electron') {
      report.line('To open the same application in Chromium: npm start -- --host=chromium')
      return 1
    }
    report.line('Opening the same application in Chromium instead.')
  }
  // What Electron sealed does not open in the stand-in: only a folder that was named for it is its own.
  const isOwn = asked.host === 'chromium' && asked.dataFolder !== null
  const folder = isOwn ? dataFolder : join(dataFolder, 'chromium')
  const opened = await openInStandIn({
    ...options,
    asked: withMore(asked, `--data-dir=${folder}`),
    dataFolder: folder,
    onOpen: (how) => sayOpen(how, folder),
  })
  return opened.ok ? opened.value : fail(opened.error)
}

/** Not readline's own question, which would take Ctrl-C for itself. */
async function askAtTerminal(question: string): Promise<string> {
  report.line(question)
  const lines = createInterface({ input: process.stdin })
  const { promise, resolve } = Promise.withResolvers<string>()
  lines.once('line', resolve)
  lines.once('close', () => resolve('stop'))
  const answer = await promise
  lines.close()
  return answer
}

function run(command: HostCommand): RunningHost {
  report.endProgress()
  running.host = runHost(command)
  return running.host
}

/** The name of a virtual screen, where one is wanted or there is no other. */
async function screen(): Promise<string | null> {
  if (running.screen !== null) return running.screen.name
  if (system.platform !== 'linux' || (!asked.isHeadless && mayHaveScreen(process))) return null
  const programs = ensurePrograms([xvfbProgram], report.progress)
  if (!programs.ok) fail(programs.error)
  running.screen = await startVirtualDisplay(programs.value[0] ?? 'Xvfb').catch((error: unknown) =>
    fail(`The virtual display could not be started. ${String(error)}`),
  )
  return running.screen.name
}

function sayOpen(how: string, folder: string): void {
  report.line(`Claims Desk is open ${how}.`)
  if (running.screen !== null && !asked.isHeadless) {
    report.line(`There is no screen here: its window is on the virtual display ${running.screen.name}.`)
  }
  report.line(`Data folder: ${folder}`)
  report.line(
    asked.port === null
      ? 'To attach and look: npm start -- --remote-debugging-port=9222'
      : `Attach at http://127.0.0.1:${asked.port}`,
  )
}
