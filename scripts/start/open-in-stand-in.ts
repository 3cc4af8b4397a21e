import { join } from 'node:path'
import { starterVariable } from '#main/shell/quit.ts'
import { ok, type Result } from '#shared/result.ts'
import { projectRoot } from '../project-root.ts'
import type { StartArguments } from './arguments.ts'
import { troubleWords } from './explain-ending.ts'
import { runWatched, type OpenOptions } from './opening.ts'
import { exitCodeOf, type HostCommand } from './run-host.ts'
import { ensureStandIn } from './stand-in.ts'

/**
 * Opens the application in the stand-in and waits until it ends. @returns the exit code. Errors: why it cannot be
 * started, and what to do.
 */
export async function openInStandIn(options: OpenOptions): Promise<Result<number, string>> {
  const { asked, system, report } = options
  const ready = ensureStandIn(asked, system, report.progress)
  if (!ready.ok) return ready
  const virtualScreen = await options.screen()
  const { ending } = await runWatched({
    dataFolder: options.dataFolder,
    waitMs: asked.windowWaitMs,
    isBackground: asked.isBackground,
    start: (isAgain) =>
      options.run(
        standInCommand(isAgain ? asked.inTheForeground : asked.forApplication, process.env, virtualScreen),
      ),
    onOpen: () => options.onOpen('in Chromium, the stand-in'),
    onTrouble: (trouble) => {
      report.line(troubleWords('The stand-in', trouble, asked.windowWaitMs))
      return 'wait'
    },
  })
  return ok(exitCodeOf(ending))
}

/** How the application is started in the stand-in. */
function standInCommand(
  forApplication: StartArguments['forApplication'],
  env: Readonly<Record<string, string | undefined>>,
  virtualScreen: string | null,
): HostCommand {
  return {
    program: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      'e2e/host/run.ts',
      'out/main/index.js',
      ...forApplication,
    ],
    env: {
      // Half of a start is compilation, which this caches for the next one.
      NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/claims-desk/compiled'),
      ...env,
      [starterVariable]: 'npm',
      ...(virtualScreen === null ? {} : { DISPLAY: virtualScreen }),
    },
    errors: 'shown',
  }
}
