import { starterVariable } from '#main/shell/quit.ts'
import { electronPath, electronVersion, obtainElectron } from '../electron-runtime.ts'
import { withMore } from './arguments.ts'
import { ensureLibraries, librariesCommand } from './shared-libraries.ts'
import { explainEnding, troubleWords } from './explain-ending.ts'
import { runWatched, type OpenOptions } from './opening.ts'
import { exitCodeOf, type HostCommand, type HostEnding } from './run-host.ts'
import { isExcepted, readSandboxState, settleSandbox, type Ask, type SandboxState } from './sandbox.ts'
import { canHaveStandIn } from './stand-in.ts'

export interface ElectronOptions extends OpenOptions {
  /** Null: nobody is at a terminal. */
  readonly ask: Ask | null
  readonly readSandbox?: (program: string) => SandboxState
}

/** `failed`: Electron does not work here, and why; another host may do better. */
export type ElectronEnd =
  | { readonly type: 'ended'; readonly exitCode: number }
  | { readonly type: 'failed'; readonly words: string; readonly lastWords: readonly string[] }

/** How Electron is started. */
export interface ElectronSurroundings {
  readonly program: string
  /** Root, on Linux. */
  readonly isRoot: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** The virtual screen, or null where there is one of its own. */
  readonly virtualScreen: string | null
}

const mostLastWords = 12
/** Addresses of a stack say nothing here. */
const stackLine = /^#\d+ 0x/
const failed = (words: string, lastWords: readonly string[] = []): ElectronEnd => ({
  type: 'failed',
  words,
  lastWords,
})

/** Opens the application in Electron and waits until it ends, saying what goes wrong on the way. */
export async function openInElectron(options: ElectronOptions): Promise<ElectronEnd> {
  const { system, report, ask, readSandbox = readSandboxState } = options
  let { asked } = options
  const isRoot = system.isRoot && system.platform === 'linux'
  const isUnsafe = (): boolean => isRoot || asked.forApplication.includes('--no-sandbox')
  const path = electronPath()
  if (ask !== null && system.platform === 'linux' && !isUnsafe() && !isExcepted(path)) {
    const how = await settleSandbox(readSandbox(path), ask, asked.isSelfCheck)
    if (how === 'stop' && asked.isSelfCheck) return failed('Electron was not allowed its sandbox.')
    if (how === 'stop') return { type: 'ended', exitCode: 1 }
    if (how === 'without') asked = withMore(asked, '--no-sandbox')
  }
  const obtained = await obtainElectron(report.progress)
  if (!obtained.ok) return failed(obtained.error)
  const program = obtained.value
  const lacking = ensureLibraries(program, system, report.progress)
  if (lacking !== null) return failed(lacking)
  const virtualScreen = await options.screen()
  const isStandInBetter = asked.host === 'any' && canHaveStandIn(asked, system)
  const end = await runWatched({
    ...options,
    asked,
    start: (args) => options.run(electronCommand(args, { program, isRoot, env: process.env, virtualScreen })),
    onOpen: () => {
      const why = `${isRoot ? ', as root' : ''}${isUnsafe() ? ', without its sandbox' : ''}`
      options.onOpen(`(Electron ${electronVersion()}${why})`)
    },
    onTrouble(trouble) {
      if (asked.isSelfCheck || isStandInBetter) return 'end'
      report.line(
        `${troubleWords('Electron', trouble, asked.windowWaitMs)} A slow computer may need longer; otherwise end it with Ctrl-C and try "npm start -- --disable-gpu"${canHaveStandIn(asked, system) ? ' or "npm start -- --host=chromium"' : ''}.`,
      )
      return 'wait'
    },
  })
  const { ending } = end
  const lastWords = lastErrors(ending)
  if (end.givenUp !== null)
    return failed(troubleWords('Electron', end.givenUp, asked.windowWaitMs), lastWords)
  if (ending.isStopped) return { type: 'ended', exitCode: 0 }
  if (end.wasOpen) {
    if (ending.signal !== null) {
      sayLastWords(lastWords)
      console.error(`Claims Desk was ended by ${ending.signal}. What was submitted is safe: start it again.`)
    }
    return { type: 'ended', exitCode: exitCodeOf(ending) }
  }
  // It handed over to the running instance.
  if (ending.code === 0 && (asked.isBackground || end.events.some(({ event }) => event === 'second-start'))) {
    return { type: 'ended', exitCode: 0 }
  }
  const words = explainEnding(ending, {
    platform: system.platform,
    program,
    screen: virtualScreen ?? process.env['WAYLAND_DISPLAY'] ?? process.env['DISPLAY'] ?? null,
    sandbox: readSandbox(program),
    installLibraries: librariesCommand(system),
  })
  if (words !== null) return failed(words, lastWords)
  const how = ending.signal ?? `exit code ${ending.code}`
  const own = `Claims Desk ended before its window was shown (${how}). What it noted of the start is in the folder "logs" of ${options.dataFolder}.`
  if (asked.isSelfCheck) return failed(own, lastWords)
  sayLastWords(lastWords)
  console.error(own)
  return { type: 'ended', exitCode: exitCodeOf(ending) || 1 }
}

/** The command that starts the application in Electron. */
export function electronCommand(
  forApplication: readonly string[],
  { program, isRoot, env, virtualScreen }: ElectronSurroundings,
): HostCommand {
  // Inherited from an editor's terminal, say, it would start Node in Electron's place.
  const { ELECTRON_RUN_AS_NODE: _, ...own } = env
  return {
    program,
    args: [
      '.',
      // Chromium refuses to create its sandbox as root, and root usually means a container with a small /dev/shm.
      ...(isRoot ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
      // Electron would prefer a Wayland session to the virtual screen.
      ...(virtualScreen === null ? [] : ['--ozone-platform=x11']),
      // Electron has no such mode: the virtual screen stands for it.
      ...forApplication.filter((argument) => argument !== '--headless'),
    ],
    env: { ...own, [starterVariable]: 'npm', ...(virtualScreen === null ? {} : { DISPLAY: virtualScreen }) },
    errors: (env['ELECTRON_ENABLE_LOGGING'] ?? '') === '' ? 'kept' : 'shown',
  }
}

function lastErrors({ errors }: HostEnding): readonly string[] {
  const lines = errors.split(/\r?\n/).filter((line) => line.trim() !== '' && !stackLine.test(line))
  return lines.slice(-mostLastWords)
}

/** Prints what Electron said before it ended. */
export function sayLastWords(lastWords: readonly string[]): void {
  if (lastWords.length > 0) console.error(["Electron's last words:", ...lastWords].join('\n  '))
}
