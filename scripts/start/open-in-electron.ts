import { eventsSince } from '../application-log.ts'
import type { System } from '../debian-packages.ts'
import { obtainElectron } from '../electron-runtime.ts'
import type { StartArguments } from './arguments.ts'
import { awaitEvent } from './await-event.ts'
import { ensureLibraries, librariesCommand } from './electron-libraries.ts'
import { explainEnding } from './explain-ending.ts'
import { exitCodeOf, type HostEnding, type RunningHost } from './run-host.ts'
import { readSandboxState } from './sandbox.ts'
import { standInState } from './stand-in.ts'

export interface OpenOptions {
  readonly asked: StartArguments
  readonly system: System
  readonly dataFolder: string
  readonly say: (line: string) => void
  /** The virtual screen to start it on; null: there is one of its own. */
  readonly screen: () => Promise<string | null>
  readonly run: (program: string, virtualScreen: string | null) => RunningHost
}

/** `failed`: Electron's runtime cannot be had or does not work here, and why; another host may do better. */
export type ElectronEnd =
  { readonly type: 'ended'; readonly exitCode: number } | { readonly type: 'failed'; readonly words: string }

const lastLines = 12
/** Addresses of a stack say nothing here. */
const stackLine = /^#\d+ 0x/

/** Opens the application in Electron and waits until it ends, saying what goes wrong on the way. */
export async function openInElectron(options: OpenOptions): Promise<ElectronEnd> {
  const { asked, system, say } = options
  const obtained = await obtainElectron({ say, isAskedFor: asked.host === 'electron' })
  if (!obtained.ok) return { type: 'failed', words: obtained.error }
  const program = obtained.value
  const lacking = ensureLibraries(program, system, say)
  if (lacking !== null) return { type: 'failed', words: lacking }
  const virtualScreen = await options.screen()
  if (system.isRoot && system.platform === 'linux') {
    say('As root Electron runs without its sandbox: start it as another user to have it.')
  }
  const sinceMs = Date.now()
  const host = options.run(program, virtualScreen)
  const { ending, wasShown } = await watched(host, sinceMs, options)
  if (ending.isStopped) return { type: 'ended', exitCode: 0 }
  if (wasShown) return endedLater(ending)
  const events = await eventsSince(options.dataFolder, sinceMs)
  // It handed over to the running instance.
  if (ending.code === 0 && (asked.isBackground || events.has('second-start'))) {
    return { type: 'ended', exitCode: 0 }
  }
  printLastErrors(ending)
  const { words, isRuntimeAtFault } = explainEnding(ending, {
    platform: system.platform,
    program,
    screen: virtualScreen ?? process.env['WAYLAND_DISPLAY'] ?? process.env['DISPLAY'] ?? null,
    dataFolder: options.dataFolder,
    sandbox: readSandboxState(program),
    installLibraries: librariesCommand(system),
  })
  if (isRuntimeAtFault) return { type: 'failed', words }
  console.error(words)
  return { type: 'ended', exitCode: exitCodeOf(ending) || 1 }
}

/** Waits for the end, and says so when no window comes in time. A window that comes later is welcome. */
async function watched(
  host: RunningHost,
  sinceMs: number,
  { asked, system, dataFolder, say }: OpenOptions,
): Promise<{ readonly ending: HostEnding; readonly wasShown: boolean }> {
  const over = new AbortController()
  const event = asked.isBackground ? 'started' : 'window-shown'
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    const other = standInState(asked, system) === 'none' ? '' : ' or "npm start -- --host=chromium"'
    say(
      `Electron runs, but Claims Desk has shown no window in ${asked.windowWaitMs / 1_000} seconds. A slow computer may need longer; otherwise end it with Ctrl-C and try "npm start -- --disable-gpu"${other}.`,
    )
  }, asked.windowWaitMs)
  if (asked.isBackground) clearTimeout(late)
  const shown = awaitEvent(event, { dataFolder, sinceMs }, over.signal).then((isShown) => {
    clearTimeout(late)
    if (isShown && isLate) say('The window is shown now.')
    return isShown
  })
  const ending = await host.ended
  over.abort()
  return { ending, wasShown: await shown }
}

function endedLater(ending: HostEnding): ElectronEnd {
  if (ending.signal !== null) {
    printLastErrors(ending)
    console.error(`Claims Desk was ended by ${ending.signal}. What was submitted is safe: start it again.`)
  }
  return { type: 'ended', exitCode: exitCodeOf(ending) }
}

function printLastErrors({ errors }: HostEnding): void {
  const lines = errors.lines(Infinity).filter((line) => !stackLine.test(line))
  if (lines.length === 0) return
  console.error(
    `Electron's last words:\n${lines
      .slice(-lastLines)
      .map((line) => `  ${line}`)
      .join('\n')}`,
  )
}
