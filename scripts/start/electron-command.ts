import { starterVariable } from '#main/shell/quit.ts'
import type { StartArguments } from './arguments.ts'
import type { HostCommand } from './run-host.ts'

/** Where the application is started. */
export interface ElectronSurroundings {
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** The virtual screen, or null where there is one of its own. */
  readonly virtualScreen: string | null
}

/** How the application is started in Electron. */
export function electronCommand(
  program: string,
  forApplication: StartArguments['forApplication'],
  { platform, isRoot, env, virtualScreen }: ElectronSurroundings,
): HostCommand {
  return {
    program,
    args: [
      '.',
      // Chromium refuses to create its sandbox as root, and root usually means a container with a small /dev/shm.
      ...(isRoot && platform === 'linux' ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
      // Electron would prefer a Wayland session to the virtual screen.
      ...(virtualScreen === null ? [] : ['--ozone-platform=x11']),
      // Electron has no such mode: the virtual screen stands for it.
      ...forApplication.filter((argument) => argument !== '--headless'),
    ],
    env: electronEnvironment(env, virtualScreen),
    errors: (env['ELECTRON_ENABLE_LOGGING'] ?? '') === '' ? 'kept' : 'both',
  }
}

function electronEnvironment(
  env: ElectronSurroundings['env'],
  virtualScreen: string | null,
): NodeJS.ProcessEnv {
  // Inherited from an editor's terminal, say, it would start Node in Electron's place.
  const { ELECTRON_RUN_AS_NODE: _, ...own } = env
  return { ...own, [starterVariable]: 'npm', ...(virtualScreen === null ? {} : { DISPLAY: virtualScreen }) }
}
