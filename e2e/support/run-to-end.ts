import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/project-root.ts'
import { testedElectron } from '../../scripts/test-host.ts'
import { electronSwitches } from './electron-app.ts'
import { hostEnvironment, sandboxSwitches } from './host-environment.ts'
import { standInSwitches } from './stand-in-app.ts'
import type { LaunchOptions } from './test-app.ts'

/** How a run ended: its exit code, null for a signal, and what it printed. */
export interface EndedRun {
  readonly code: number | null
  readonly printed: string
}

/** Starts the application as a script does, with nothing of the test inside, and waits until it ends by itself. */
export async function runToEnd(
  dataDir: string,
  args: readonly string[],
  options: Pick<LaunchOptions, 'keyring' | 'env' | 'show'>,
): Promise<EndedRun> {
  const [program, ...before] = commandFor(options)
  const child = spawn(program, [...before, ...sandboxSwitches(), `--data-dir=${dataDir}`, ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...hostEnvironment(), XDG_CONFIG_HOME: join(dataDir, 'config'), ...options.env },
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await once(child, 'close')
  return { code: child.exitCode, printed }
}

function commandFor(options: LaunchOptions): readonly [string, ...string[]] {
  const electron = testedElectron()
  if (electron !== null) return [electron, projectRoot, ...electronSwitches(options)]
  const host = ['--disable-warning=ExperimentalWarning', 'e2e/host/run.ts', 'out/main/index.js']
  return [process.execPath, ...host, ...standInSwitches(options)]
}
