import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { dataFolderAskedFor } from '#main/shell/data-folder.ts'
import { build, isBuildStale } from './build.ts'
import { ensurePrograms, installAdvice, thisSystem, xvfbProgram } from './debian-packages.ts'
import { hasDisplay, startVirtualDisplay, type VirtualDisplay } from './display.ts'
import { readArguments } from './start/arguments.ts'
import { defaultDataFolder } from './start/default-folder.ts'
import { electronCommand } from './start/electron-command.ts'
import { openInElectron } from './start/open-in-electron.ts'
import { exitCodeOf, runHost, type HostCommand, type RunningHost } from './start/run-host.ts'
import { ensureStandIn, standInCommand, standInState } from './start/stand-in.ts'

/*
 * npm start -- [--host=chromium|electron] [--data-dir=DIR] [--remote-debugging-port=N] [--headless]
 *   [--wait-for-window=SECONDS] [--no-build] [--host-chromium=PROGRAM] …
 * Whatever is not for this script goes to the application.
 */
const say = (line: string): void => console.log(line)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const read = readArguments(process.argv.slice(2))
if (!read.ok) fail(read.error)
const asked = read.value
const system = thisSystem()
const named = dataFolderAskedFor(asked.forApplication, process.env)
// From here a path may be short; the application takes whole ones alone.
const forApplication =
  named === null ? asked.forApplication : [...asked.forApplication, `--data-dir=${resolve(named)}`]
const dataFolder =
  named === null ? defaultDataFolder(process.platform, process.env, homedir()) : resolve(named)

const running: { host: RunningHost | null; screen: VirtualDisplay | null } = { host: null, screen: null }
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (running.host === null) process.exit(1)
    running.host.stop()
  })
}

if (!asked.isBuilt && isBuildStale()) {
  say('Building …')
  const complaint = build()
  if (complaint !== null) fail(`The build failed.\n${complaint}`)
}
sayWhere()
const exitCode = await open()
running.screen?.stop()
process.exit(exitCode)

/** @returns the exit code, once the application has ended. */
async function open(): Promise<number> {
  if (asked.host !== 'chromium') {
    const end = await openInElectron({
      asked,
      system,
      dataFolder,
      say,
      screen: async () => await screenName(asked.isHeadless),
      run: (program, virtualScreen) =>
        run(
          electronCommand(program, forApplication, {
            platform: system.platform,
            isRoot: system.isRoot,
            env: process.env,
            virtualScreen,
          }),
        ),
    })
    if (end.type === 'ended') return end.exitCode
    console.error(end.words)
    const standIn = standInState(asked, system)
    if (standIn === 'none') return 1
    if (asked.host === 'electron') {
      say('To open the same application in Chromium: npm start -- --host=chromium')
      return 1
    }
    say('Opening the same application in Chromium instead.')
  }
  const ready = ensureStandIn(asked, system, say)
  if (!ready.ok) fail(ready.error)
  // Chromium has a mode without a screen.
  const virtualScreen = asked.isHeadless ? null : await screenName(false)
  return exitCodeOf(await run(standInCommand(forApplication, process.env, virtualScreen)).ended)
}

function run(command: HostCommand): RunningHost {
  running.host = runHost(command)
  return running.host
}

/** The name of a virtual screen, where one is wanted or there is no other. */
async function screenName(isWanted: boolean): Promise<string | null> {
  if (running.screen !== null) return running.screen.name
  if (system.platform !== 'linux' || (!isWanted && hasDisplay())) return null
  const programs = ensurePrograms([xvfbProgram], say)
  if (!programs.ok) fail(installAdvice(programs.error))
  const screen = await startVirtualDisplay(programs.value[0] ?? 'Xvfb').catch((error: unknown) =>
    fail(`The virtual display could not be started. ${String(error)}`),
  )
  say(`There is no screen here: the window is on the virtual display ${screen.name}.`)
  running.screen = screen
  return screen.name
}

function sayWhere(): void {
  say(`Data folder: ${dataFolder}`)
  say(
    asked.port === null
      ? 'To attach and look: npm start -- --remote-debugging-port=9222'
      : `Attach at http://127.0.0.1:${asked.port}`,
  )
}
