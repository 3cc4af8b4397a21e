import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventsSince } from '../application-log.ts'
import { electronVersion, obtainElectron } from '../electron-runtime.ts'
import { electronCommand } from './electron-command.ts'
import { ensureLibraries, librariesCommand } from './shared-libraries.ts'
import { explainEnding, troubleWords } from './explain-ending.ts'
import { runWatched, type OpenOptions, type WatchedEnd } from './opening.ts'
import { exitCodeOf, type HostEnding } from './run-host.ts'
import { readSandboxState } from './sandbox.ts'
import { standInState } from './stand-in.ts'

/** `failed`: Electron does not work here, and why; another host may do better. */
export type ElectronEnd =
  | { readonly type: 'ended'; readonly exitCode: number }
  | { readonly type: 'failed'; readonly words: string }

const lastLines = 12
/** Addresses of a stack say nothing here. */
const stackLine = /^#\d+ 0x/

/** Opens the application in Electron and waits until it ends, saying what goes wrong on the way. */
export async function openInElectron(options: OpenOptions): Promise<ElectronEnd> {
  const { asked, system, report } = options
  const obtained = await obtainElectron({ say: report.progress, isAskedFor: asked.host === 'electron' })
  if (!obtained.ok) return { type: 'failed', words: obtained.error }
  const program = obtained.value
  const lacking = ensureLibraries(program, system, report.progress)
  if (lacking !== null) return { type: 'failed', words: lacking }
  const virtualScreen = await options.screen()
  const end = await watched(program, virtualScreen, options)
  const { ending } = end
  if (end.givenUp !== null) {
    keepLastErrors(ending, options.dataFolder)
    return { type: 'failed', words: troubleWords('Electron', end.givenUp, asked.windowWaitMs) }
  }
  if (ending.isStopped) return { type: 'ended', exitCode: 0 }
  if (end.wasOpen) return endedLater(ending)
  const events = await eventsSince(options.dataFolder, end.sinceMs)
  // It handed over to the running instance.
  if (ending.code === 0 && (asked.isBackground || events.some(({ event }) => event === 'second-start'))) {
    return { type: 'ended', exitCode: 0 }
  }
  const { words, isRuntimeAtFault } = explainEnding(ending, {
    platform: system.platform,
    program,
    screen: virtualScreen ?? process.env['WAYLAND_DISPLAY'] ?? process.env['DISPLAY'] ?? null,
    dataFolder: options.dataFolder,
    sandbox: readSandboxState(program),
    installLibraries: librariesCommand(system),
  })
  if (asked.isSelfCheck || (isRuntimeAtFault && canGoOn(options))) {
    keepLastErrors(ending, options.dataFolder)
    return { type: 'failed', words }
  }
  printLastErrors(ending)
  if (isRuntimeAtFault) return { type: 'failed', words }
  console.error(words)
  return { type: 'ended', exitCode: exitCodeOf(ending) || 1 }
}

/** Whether something else opens the application where Electron does not, or nobody waits for it. */
function canGoOn({ asked, system }: OpenOptions): boolean {
  return asked.isSelfCheck || (asked.host === 'any' && standInState(asked, system) !== 'none')
}

async function watched(
  program: string,
  virtualScreen: string | null,
  options: OpenOptions,
): Promise<WatchedEnd> {
  const { asked, system, dataFolder, report } = options
  const isRoot = system.isRoot && system.platform === 'linux'
  return await runWatched({
    dataFolder,
    waitMs: asked.windowWaitMs,
    isBackground: asked.isBackground,
    start: (isAgain) =>
      options.run(
        electronCommand(program, isAgain ? asked.inTheForeground : asked.forApplication, {
          platform: system.platform,
          isRoot,
          env: process.env,
          virtualScreen,
        }),
      ),
    onOpen: () => {
      const unsafe = isRoot || asked.forApplication.includes('--no-sandbox')
      const why = `${isRoot ? ', as root' : ''}${unsafe ? ', without its sandbox' : ''}`
      options.onOpen(`(Electron ${electronVersion()}${why})`)
    },
    onTrouble(trouble) {
      if (canGoOn(options)) return 'end'
      const other = standInState(asked, system) === 'none' ? '' : ' or "npm start -- --host=chromium"'
      report.line(
        `${troubleWords('Electron', trouble, asked.windowWaitMs)} A slow computer may need longer; otherwise end it with Ctrl-C and try "npm start -- --disable-gpu"${other}.`,
      )
      return 'wait'
    },
  })
}

function endedLater(ending: HostEnding): ElectronEnd {
  if (ending.signal !== null) {
    printLastErrors(ending)
    console.error(`Claims Desk was ended by ${ending.signal}. What was submitted is safe: start it again.`)
  }
  return { type: 'ended', exitCode: exitCodeOf(ending) }
}

function lastErrors({ errors }: HostEnding): readonly string[] {
  return errors
    .lines(Infinity)
    .filter((line) => !stackLine.test(line))
    .slice(-lastLines)
}

function printLastErrors(ending: HostEnding): void {
  const lines = lastErrors(ending).map((line) => `  ${line}`)
  if (lines.length > 0) console.error(`Electron's last words:\n${lines.join('\n')}`)
}

/** Where the application opens all the same, nobody reads them now. */
function keepLastErrors(ending: HostEnding, dataFolder: string): void {
  try {
    mkdirSync(join(dataFolder, 'logs'), { recursive: true, mode: 0o700 })
    writeFileSync(join(dataFolder, 'logs', 'electron.txt'), `${lastErrors(ending).join('\n')}\n`, {
      mode: 0o600,
    })
  } catch {
    // A folder that cannot be written is what the other host says too.
  }
}
