import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { starterVariable } from '#main/shell/quit.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  chromiumProgram,
  ensurePrograms,
  hasChromiumPackage,
  pathOf,
  type System,
} from '../debian-packages.ts'
import { projectRoot } from '../project-root.ts'
import type { StartArguments } from './arguments.ts'
import { troubleWords } from './explain-ending.ts'
import { runWatched, type OpenOptions } from './opening.ts'
import { exitCodeOf } from './run-host.ts'

/**
 * Whether the stand-in is here or can be installed. It is made for Debian's Chromium; on Windows and macOS there is
 * Electron alone.
 */
export function canHaveStandIn(
  { chromium }: Pick<StartArguments, 'chromium'>,
  system: System,
  found: string | null = pathOf(chromiumProgram) ?? null,
): boolean {
  if (chromium !== null) return existsSync(chromium)
  return system.platform === 'linux' && (found !== null || hasChromiumPackage(system))
}

/** Makes sure that the stand-in has its Chromium. Errors: what to do, in words. */
export function ensureStandIn(
  asked: Pick<StartArguments, 'chromium'>,
  system: System,
  say: (line: string) => void,
): Result<unknown, string> {
  if (canHaveStandIn(asked, system)) {
    return asked.chromium === null ? ensurePrograms([chromiumProgram], say) : ok(null)
  }
  return err(
    asked.chromium === null
      ? 'The application opens in Chromium on Debian alone, as its package brings it. Start it without "--host=chromium".'
      : `There is no program ${asked.chromium}, which --host-chromium names.`,
  )
}

/**
 * Opens the application in the stand-in and waits until it ends. @returns the exit code. Errors: why it cannot be
 * started, and what to do.
 */
export async function openInStandIn(options: OpenOptions): Promise<Result<number, string>> {
  const { asked, system, report } = options
  const ready = ensureStandIn(asked, system, report.progress)
  if (!ready.ok) return ready
  // Chromium has a mode without a screen.
  const virtualScreen = asked.isHeadless ? null : await options.screen()
  const { ending } = await runWatched({
    ...options,
    start: (args) =>
      options.run({
        program: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', 'e2e/host/run.ts', 'out/main/index.js', ...args],
        env: {
          // Half of a start is compilation, which this caches for the next one.
          NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/claims-desk/compiled'),
          ...process.env,
          [starterVariable]: 'npm',
          ...(virtualScreen === null ? {} : { DISPLAY: virtualScreen }),
        },
        errors: 'shown',
      }),
    onOpen: () => options.onOpen('in Chromium, the stand-in'),
    onTrouble: (trouble) => {
      report.line(troubleWords('The stand-in', trouble, asked.windowWaitMs))
      return 'wait'
    },
  })
  return ok(exitCodeOf(ending))
}
