import type { HostEnding } from './run-host.ts'
import type { Trouble } from './opening.ts'
import type { SandboxState } from './sandbox.ts'

/** What an explanation depends on besides the ending itself. */
export interface EndingFacts {
  readonly platform: NodeJS.Platform
  readonly program: string
  /** The screen it was started on; null: none is known. */
  readonly screen: string | null
  readonly dataFolder: string
  readonly sandbox: SandboxState
  /** What installs the libraries of Electron; null where the system has another way than apt-get. */
  readonly installLibraries: string | null
}

export interface Explanation {
  /** What it means, and what to do. */
  readonly words: string
  /** Whether another host would do better: it was Electron's runtime that failed here, not the application. */
  readonly isRuntimeAtFault: boolean
}

const missingLibrary =
  /error while loading shared libraries: ([^\s:]+)|Library not loaded: (\S+)|(?:dlopen|Failed to load|Failed to initialize) (lib\S+)/
/** What Chromium says where it cannot make its sandbox. */
export const sandboxRefused =
  /SUID sandbox helper|No usable sandbox|zygote_host_impl_linux|Running as root without/
const screenRefused =
  /Missing X server or \$DISPLAY|cannot open display|platform failed to initialize|Failed to connect to Wayland/i
const fromOutside: ReadonlySet<string> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'])

/** Says what it means that Electron ended before its window was shown, and what to do. */
export function explainEnding(ending: HostEnding, facts: EndingFacts): Explanation {
  const said = ending.errors.text
  const library = said.includes('Check failed: linux_ui') ? 'libgtk-3.so.0' : libraryIn(said)
  if (ending.notStarted !== null) return runtimes(notStartedWords(ending.notStarted, facts))
  if (library !== null || (ending.code === 127 && facts.platform === 'linux')) {
    return runtimes(libraryWords(library, facts))
  }
  if (sandboxRefused.test(said)) return runtimes(sandboxWords(facts.sandbox))
  if (screenRefused.test(said)) return runtimes(screenWords(facts))
  if (ending.signal === 'SIGKILL') {
    return applications(
      'The system ended Electron before its window was shown (SIGKILL), most often because memory ran out. Close other programs, then try again.',
    )
  }
  if (ending.signal !== null && fromOutside.has(ending.signal)) {
    return applications(
      `Electron was asked to end from outside (${ending.signal}) before its window was shown. Start it again.`,
    )
  }
  if (ending.signal !== null || (ending.code ?? 0) > 255) {
    const how = ending.signal ?? `code 0x${(ending.code ?? 0).toString(16)}`
    return runtimes(
      `Electron crashed before its window was shown (${how}). Try "npm start -- --disable-gpu", which leaves the graphics driver alone; if that crashes too, remove node_modules/electron/dist, and the next start gets Electron again.`,
    )
  }
  return applications(
    `Claims Desk ended before its window was shown (exit code ${ending.code ?? 'unknown'}). What it noted of the start is in the folder "logs" of ${facts.dataFolder}.`,
  )
}

const runtimes = (words: string): Explanation => ({ words, isRuntimeAtFault: true })
const applications = (words: string): Explanation => ({ words, isRuntimeAtFault: false })

function libraryIn(said: string): string | null {
  const found = missingLibrary.exec(said)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null
}

/** What is said where libraries that Electron needs are not on the system. */
export function libraryWords(
  library: string | null,
  { installLibraries }: Pick<EndingFacts, 'installLibraries'>,
): string {
  const what = library ?? 'a library'
  return installLibraries === null
    ? `Electron needs ${what}, which this system lacks. Install it with the system's package manager, then try again.`
    : `Electron needs ${what}, which this system lacks. Run this, then try again:\n  ${installLibraries}`
}

function notStartedWords(code: string, { program }: EndingFacts): string {
  return `The system does not start Electron's program (${code}): ${program}. Remove node_modules/electron/dist, and the next start gets Electron again; if the disk or a policy of this computer forbids programs there, move this folder.`
}

/** What is said where Chromium's sandbox cannot be made: the quick way, and the one that lasts. */
export function sandboxWords({ restrictedBy, remedy }: SandboxState): string {
  const why = restrictedBy === null ? '' : `: this system keeps programs from it (${restrictedBy})`
  const lasting =
    remedy === null
      ? 'With it: allow user namespaces to programs, as the system or the container has it.'
      : `With it, for good: ${remedy}`
  return `Electron cannot make the sandbox that protects this computer from what its window shows${why}.\n  Without it, at once: npm start -- --no-sandbox\n  ${lasting}`
}

const notOpen: Readonly<Record<string, string>> = {
  'preload-failed': "but the preload of its page failed, so the page has no way to the application's data",
  'page-not-loaded': 'but its page was not loaded',
  'page-gone': 'but the process of its page ended',
}

/** Says why a start that goes on is not open, by what the application's own log has. @param host starts a sentence */
export function troubleWords(host: string, trouble: Trouble, waitMs: number): string {
  if (trouble.type === 'late') {
    const what = trouble.isShown
      ? 'shows the window of Claims Desk, but its page has not answered'
      : 'runs, but Claims Desk has shown no window'
    return `${host} ${what} in ${waitMs / 1_000} seconds.`
  }
  const { at: _, event, ...codes } = trouble.event
  return `${host} started Claims Desk, ${notOpen[event] ?? 'but'} (${[event, ...Object.values(codes)].join(' ')}).`
}

function screenWords({ screen }: EndingFacts): string {
  const where = screen === null ? 'no screen' : `no screen at ${screen}`
  return `Electron found ${where}. Start it from a desktop session, or on a virtual screen: npm start -- --headless`
}
