import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

type KeyringBackend = 'basic_text' | 'gnome_libsecret'

/** What the stand-in itself was asked for. The application sees the same arguments, as it would in Electron. */
export interface HostOptions {
  /** The built main bundle. */
  readonly appMain: string
  /** The folder of package.json: `app.getAppPath()`. */
  readonly appPath: string
  readonly chromium: string
  readonly headless: boolean
  /** There is no screen, and `--headless` was not asked for: Electron ends before it is ready. */
  readonly isWithoutScreen: boolean
  /** null: no debugger can attach. 0: any free port, reported through the control channel. */
  readonly remoteDebuggingPort: number | null
  readonly keyringBackend: KeyringBackend
  /** A file that plays the operating system's keyring; absent: there is none. */
  readonly keyringFile: string | null
  /** Where a file is saved when the officer is asked; absent: the home folder. */
  readonly saveFolder: string | null
  /** A file that gets everything main says to a page, a line each; absent: nothing is written down. */
  readonly trafficFile: string | null
  /** Whether Chromium writes a dump when one of its processes crashes; Electron would if the application asked. */
  readonly crashDumps: boolean
  /** Whether a question is a page with buttons; a test that nobody watches answers it through the control channel. */
  readonly dialogPages: boolean
  /** No service shows notifications. */
  readonly noNotifications: boolean
  /** The system says that it shows notifications, and then refuses each, as macOS does from source. */
  readonly failingNotifications: boolean
  /** No printer is set up. */
  readonly noPrinter: boolean
  /** Nobody hears how printing ended: Electron drops the answer where frame or dialog is gone. */
  readonly silentPrinter: boolean
  /** A hidden window never says that it is ready to be shown, as under Wayland. */
  readonly neverReadyToShow: boolean
  /** Take commands from the parent process (see control.ts). */
  readonly control: boolean
}

const screens = ['DISPLAY', 'WAYLAND_DISPLAY', 'WAYLAND_SOCKET'] as const
const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium looks for a screen: in variables, then for the socket that Wayland's library takes by itself. */
function hasScreen(env: NodeJS.ProcessEnv): boolean {
  const folder = env['XDG_RUNTIME_DIR']
  return (
    screens.some((name) => (env[name] ?? '') !== '') ||
    (folder !== undefined && existsSync(join(folder, 'wayland-0')))
  )
}

function appRoot(mainFile: string): string {
  let folder = dirname(mainFile)
  while (!existsSync(resolve(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`There is no package.json above ${mainFile}.`)
    folder = parent
  }
  return folder
}

/** Reads `--name=value` and `--name` switches; the first argument is the main bundle. */
function parseHostOptions(argv: readonly string[]): HostOptions {
  const [mainFile, ...rest] = argv
  if (mainFile === undefined)
    throw new Error('usage: node e2e/host/run.ts out/main/index.js [--switch=value]')
  const switches = new Map(
    rest
      .filter((argument) => argument.startsWith('--'))
      .map((argument): [string, string] => {
        const [name = '', ...value] = argument.slice(2).split('=')
        return [name, value.join('=')]
      }),
  )
  const port = switches.get('remote-debugging-port')
  const keyringBackend =
    switches.get('password-store') === 'gnome-libsecret' ? 'gnome_libsecret' : 'basic_text'
  return {
    appMain: resolve(mainFile),
    appPath: appRoot(resolve(mainFile)),
    chromium: switches.get('host-chromium') ?? chromiumPaths.find((path) => existsSync(path)) ?? 'chromium',
    headless: switches.has('headless'),
    isWithoutScreen: !switches.has('headless') && !hasScreen(process.env),
    remoteDebuggingPort: port === undefined ? null : Number(port),
    keyringBackend,
    keyringFile: switches.get('host-keyring') ?? null,
    saveFolder: switches.get('host-save-folder') ?? null,
    trafficFile: switches.get('host-traffic') ?? null,
    crashDumps: switches.has('host-crash-dumps'),
    dialogPages:
      !switches.has('headless') || !switches.has('host-control') || switches.has('host-dialog-pages'),
    noNotifications: switches.has('host-no-notifications'),
    failingNotifications: switches.has('host-failing-notifications'),
    noPrinter: switches.has('host-no-printer'),
    silentPrinter: switches.has('host-silent-printer'),
    neverReadyToShow: switches.has('host-never-ready-to-show'),
    control: switches.has('host-control'),
  }
}

/** Names of the switches that this process was started with. */
export const givenSwitches: readonly string[] = process.argv
  .filter((argument) => argument.startsWith('--'))
  .map((argument) => argument.slice(2).split('=')[0] ?? '')

/** The options of this process. */
export const hostOptions = parseHostOptions(process.argv.slice(2))

/** Switches of Chromium's that the application set before it was ready. */
export const chromiumSwitches = new Map<string, string | null>()
