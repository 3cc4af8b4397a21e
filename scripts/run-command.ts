import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { startVirtualDisplay } from './display.ts'
import { projectRoot } from './project-root.ts'
import { ensureTestPrograms } from './test-programs.ts'
import { toolFile } from './tool-file.js'

/**
 * The same programs are started hundreds of times in a run: they are compiled once. Not where the packer looks, which
 * runs beside tests, as files there come and go.
 */
const compiledFolder = join(projectRoot, 'node_modules/.cache/claims-desk/e2e')
/** What Playwright makes of the tests' sources, which it would keep in the temporary folder. */
const transformedFolder = join(projectRoot, 'node_modules/.cache/claims-desk/playwright')

export interface RunOptions {
  /** Lets the output through as it comes; otherwise it is shown only when the command failed. */
  readonly shown: boolean
  readonly env?: NodeJS.ProcessEnv
  readonly timeoutMs: number
  /** Takes only what the cores have left over. */
  readonly isPatient?: boolean
}

/** The command for `node`, `npm`, a package's tool or an absolute path, on the Node that runs this. */
function programOf([name = '', ...args]: readonly string[]): readonly [string, ...string[]] {
  if (isAbsolute(name)) return [name, ...args]
  if (name === 'node') return [process.execPath, ...args]
  if (name !== 'npm') return [process.execPath, toolFile(name), ...args]
  const npm = process.env['npm_execpath']
  // A JavaScript file needs no shell on Windows.
  return npm === undefined ? ['npm', ...args] : [process.env['npm_node_execpath'] ?? 'node', npm, ...args]
}

/** Runs a command in the project's folder. @returns whether it ended well and in time. */
export async function runCommand(command: readonly string[], options: RunOptions): Promise<boolean> {
  const [program, ...args] = programOf(command)
  const { isPatient = false } = options
  const child = spawn(program, args, {
    cwd: projectRoot,
    stdio: ['ignore', options.shown ? 'inherit' : 'pipe', options.shown ? 'inherit' : 'pipe'],
    env: { ...process.env, ...options.env },
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  })
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
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

/**
 * Runs end-to-end specs, with the programs and the screen they need. Expects a finished build.
 *
 * @param args Playwright's: without one, all specs.
 * @returns whether all passed; false too where their host cannot be had, which is said.
 */
export async function runEndToEnd(args: readonly string[], options: RunOptions): Promise<boolean> {
  const ready = await ensureTestPrograms()
  if (!ready.ok) {
    console.error(ready.error)
    return false
  }
  const { screenProgram } = ready.value
  const screen = screenProgram === null ? null : await startVirtualDisplay(screenProgram)
  const env = { ...options.env, ...(screen === null ? {} : { DISPLAY: screen.name }) }
  const exitedWell = await runPlaywright('e2e/playwright.config.ts', args, { ...options, env })
  screen?.stop()
  return exitedWell
}

/** Runs Playwright with a configuration; its host is there. @returns whether all passed. */
export async function runPlaywright(
  configuration: string,
  args: readonly string[],
  options: RunOptions,
): Promise<boolean> {
  rmSync(compiledFolder, { recursive: true, force: true })
  const env = {
    NODE_COMPILE_CACHE: compiledFolder,
    PWTEST_CACHE_DIR: transformedFolder,
    ...options.env,
  }
  return await runCommand(['playwright', 'test', '-c', configuration, ...args], { ...options, env })
}
