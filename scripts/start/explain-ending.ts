import type { HostEnding } from './run-host.ts'
import type { Trouble } from './opening.ts'
import { sandboxRefused, sandboxWords, type SandboxState } from './sandbox.ts'

/** What an explanation depends on besides the ending itself. */
export interface EndingFacts {
  readonly platform: NodeJS.Platform
  readonly program: string
  /** The screen it was started on; null: none is known. */
  readonly screen: string | null
  readonly sandbox: SandboxState
  /** What installs the libraries of Electron; null where the system has another way than apt-get. */
  readonly installLibraries: string | null
}

const screenRefused =
  /Missing X server or \$DISPLAY|cannot open display|platform failed to initialize|Failed to connect to Wayland/i
const fromOutside: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'])

/**
 * Says what it means that Electron's runtime ended before the window was shown, and what to do. @returns null where the
 * application itself ended, or was ended
 */
export function explainEnding(ending: HostEnding, facts: EndingFacts): string | null {
  const { code, signal, errors: said } = ending
  if (ending.notStarted !== null) {
    return `The system does not start Electron's program (${ending.notStarted}): ${facts.program}. Remove node_modules/electron/dist, and the next start gets Electron again; if the disk or a policy of this computer forbids programs there, move this folder.`
  }
  if (code === 127 && facts.platform === 'linux') return libraryWords('a library', facts.installLibraries)
  if (sandboxRefused.test(said)) return sandboxWords(facts.sandbox)
  if (screenRefused.test(said)) {
    const where = facts.screen === null ? 'no screen' : `no screen at ${facts.screen}`
    return `Electron found ${where}. Start it from a desktop session, or on a virtual screen: npm start -- --headless`
  }
  if (fromOutside.has(signal) || (signal === null && (code ?? 0) <= 255)) return null
  const how = signal ?? `code 0x${(code ?? 0).toString(16)}`
  return `Electron crashed before its window was shown (${how}). Try "npm start -- --disable-gpu", which leaves the graphics driver alone; if that crashes too, remove node_modules/electron/dist, and the next start gets Electron again.`
}

/** What is said where libraries that Electron needs are not on the system. @param command what installs them, or null */
export function libraryWords(library: string, command: string | null): string {
  const how = command === null ? "Install it with the system's package manager" : 'Run this'
  return `Electron needs ${library}, which this system lacks. ${how}, then try again${command === null ? '.' : `:\n  ${command}`}`
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
