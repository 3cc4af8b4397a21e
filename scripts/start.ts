import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { dataFolderAskedFor } from '#main/shell/data-folder.ts'
import { build, isBuildStale } from './build.ts'
import { chromiumProgram, ensurePrograms, installAdvice, xvfbProgram } from './debian-packages.ts'
import { hasDisplay, startVirtualDisplay, type VirtualDisplay } from './display.ts'
import { obtainElectron } from './electron-runtime.ts'
import { projectRoot } from './project-root.ts'

/*
 * npm start -- [--host=chromium|electron] [--data-dir=DIR] [--remote-debugging-port=N] [--headless] …
 * Whatever is not for this script goes to the application.
 */
const minimumNode = 24
const quitTimeoutMs = 15_000
const say = (line: string): void => console.log(line)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const given = process.argv.slice(2)
const host = given.find((argument) => argument.startsWith('--host='))?.slice('--host='.length) ?? 'any'
const args = given.filter((argument) => !argument.startsWith('--host='))
const isHeadless = args.includes('--headless')
const isRoot = process.getuid?.() === 0

if (Number(process.versions.node.split('.')[0]) < minimumNode) {
  fail(`This needs Node ${minimumNode}, which "npm ci" installs: start it with "npm start".`)
}
if (!['any', 'chromium', 'electron'].includes(host)) fail('--host is either "chromium" or "electron".')

if (isBuildStale()) {
  say('Building …')
  const complaint = build()
  if (complaint !== null) fail(`The build failed.\n${complaint}`)
}

const electron = host === 'chromium' ? null : await obtainElectron(say)
if (electron === null && host === 'electron') fail("Electron's runtime is not here and cannot be downloaded.")
if (electron === null && host === 'any') {
  say("Electron's runtime cannot be had here: opening the same application in Debian's Chromium.")
}

const needsScreen = !isHeadless && !hasDisplay()
const needed = [...(electron === null ? [chromiumProgram] : []), ...(needsScreen ? [xvfbProgram] : [])]
const programs = ensurePrograms(needed, say)
if (!programs.ok) fail(installAdvice(programs.error))

const screen: VirtualDisplay | null = needsScreen
  ? await startVirtualDisplay(programs.value.at(-1) ?? 'Xvfb')
  : null
if (screen !== null) say(`There is no screen here: the window is on the virtual display ${screen.name}.`)
tellWhere()

const command =
  electron === null
    ? [process.execPath, '--disable-warning=ExperimentalWarning', 'e2e/host/run.ts', 'out/main/index.js']
    : [electron, '.', ...(isRoot ? ['--no-sandbox'] : [])]
const [program = '', ...own] = command
// From here a path may be short; the application takes whole ones alone.
const asked = dataFolderAskedFor(args, process.env)
const dataFolder = asked === null ? [] : [`--data-dir=${resolve(asked)}`]
// A group of its own: the application gets a signal once, from us, and everything of its ends with it.
const child = spawn(program, [...own, ...args, ...dataFolder], {
  cwd: projectRoot,
  stdio: ['ignore', 'inherit', electron === null ? 'inherit' : 'ignore'],
  env: { ...process.env, ...(screen === null ? {} : { DISPLAY: screen.name }) },
  detached: true,
})

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) endGroup()
    else child.kill('SIGTERM')
    stopping = true
    setTimeout(endGroup, quitTimeoutMs).unref()
  })
}
child.on('error', (error) => fail(error.message))
child.on('exit', (code) => {
  screen?.stop()
  process.exit(stopping ? 0 : (code ?? 1))
})

function endGroup(): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function tellWhere(): void {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  const asked = dataFolderAskedFor(args, process.env)
  say(`Data folder: ${asked === null ? join(config, 'Claims Desk') : resolve(asked)}`)
  const port = args.findLast((argument) => argument.startsWith('--remote-debugging-port='))?.split('=')[1]
  say(
    port === undefined
      ? 'To attach and look: npm start -- --remote-debugging-port=9222'
      : `Attach at http://127.0.0.1:${port}`,
  )
}
