import type * as Electron from 'electron'
import type { MenuItemConstructorOptions, NativeImage } from 'electron'
import type { Environment } from '#shared/domain/product.ts'
import { appName, say } from '#main/platform/texts/texts.ts'
import appIcon from './icons/app.png?inline'
import trayTemplate from './icons/tray-template@2x.png?inline'
import type { PrintedBy } from '#main/network/proxy-script.ts'
import type { Dialogs } from './dialogs.ts'

/** What the tray shows; null where the queue is not open, so that nothing is known of it. */
export type KnownTrayState = TrayState | null
export interface TrayState {
  /** Undelivered entries. */
  readonly waiting: number
  readonly needsYou: number
  readonly paused: boolean
  readonly environment: Environment
}

export interface TrayActions {
  readonly onOpen: () => void
  readonly onNewClaim: () => void
  readonly onClaims: () => void
  /** The officer pauses sending (true) or resumes it (false). */
  readonly onPause: (paused: boolean) => void
  readonly onQuit: () => void
}

/** Whether a click on the icon opens the window. On macOS it opens the menu, and would open both. */
export function opensByClick(platform: NodeJS.Platform): boolean {
  return platform !== 'darwin'
}

export function trayMenu(state: KnownTrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  if (state === null) {
    return [
      { label: say('tray.open'), click: actions.onOpen },
      { type: 'separator' },
      { label: say('tray.quit'), click: actions.onQuit },
    ]
  }
  return [
    { label: say(`environment.${state.environment}`), enabled: false },
    { type: 'separator' },
    { label: say('tray.open'), click: actions.onOpen },
    { label: say('tray.new-claim'), click: actions.onNewClaim },
    { label: say('tray.claims'), click: actions.onClaims },
    {
      label: say(state.paused ? 'tray.resume' : 'tray.pause'),
      click: () => {
        actions.onPause(!state.paused)
      },
    },
    { type: 'separator' },
    { label: say('tray.quit'), click: actions.onQuit },
  ]
}

/** The tray's tooltip: how many entries are not received, and need someone, in words. */
export function trayTooltip(state: KnownTrayState): string {
  if (state === null) return [appName, say('tray.unknown')].join('\n')
  return [
    appName,
    ...(state.environment === 'live' ? [] : [say(`environment.${state.environment}`)]),
    say('not-received', { n: state.waiting }),
    ...(state.needsYou === 0 ? [] : [say('says.counts.needs-you', { n: state.needsYou })]),
    ...(state.paused ? [say('paused')] : []),
  ].join('\n')
}

/** The parts of Electron that a tray is made of. */
type TrayParts = Pick<typeof Electron, 'app' | 'Menu' | 'nativeImage' | 'screen' | 'Tray'>

/**
 * macOS draws the icon in its own colours, using only the alpha channel. Windows has a place of 16 pixels at its scale,
 * and takes of an image what is meant for 100 % (electron_api_native_image.cc, `GetHICON`); Linux makes it smaller.
 */
export function iconFor(
  platform: NodeJS.Platform,
  { nativeImage, screen }: Pick<TrayParts, 'nativeImage' | 'screen'>,
): NativeImage {
  if (platform !== 'darwin') {
    const scale = platform === 'win32' ? screen.getPrimaryDisplay().scaleFactor : 2
    return nativeImage.createFromDataURL(appIcon).resize({ width: Math.round(16 * scale) })
  }
  const icon = nativeImage.createEmpty()
  icon.addRepresentation({ scaleFactor: 2, dataURL: trayTemplate })
  icon.setTemplateImage(true)
  return icon
}

/**
 * Adds the application to the tray. Where the desktop supports it, a badge on the icon counts waiting entries.
 *
 * @returns shows another state
 */
export function createTray(electron: TrayParts, actions: TrayActions): (state: KnownTrayState) => void {
  const { app, Menu } = electron
  const tray = new electron.Tray(iconFor(process.platform, electron))
  if (opensByClick(process.platform)) tray.on('click', actions.onOpen)
  let shown: KnownTrayState = null
  const show = (state: KnownTrayState): void => {
    shown = state
    tray.setToolTip(trayTooltip(state))
    // Linux shows a changed menu only when the whole menu is set again.
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(state, actions)))
    app.setBadgeCount(state?.waiting ?? 0)
  }
  show(shown)
  return (state) => {
    if (JSON.stringify(state) !== JSON.stringify(shown)) show(state)
  }
}

const bus = 'org.freedesktop.DBus'
const watcher = 'org.kde.StatusNotifierWatcher'

/** Whether the desktop shows tray icons. On Linux, GNOME does not by itself; where nothing answers, none is seen. */
async function showsTray(platform: NodeJS.Platform, printedBy: PrintedBy): Promise<boolean> {
  if (platform !== 'linux') return true
  const path = '/org/freedesktop/DBus'
  const byGlib = ['call', '--session', '--dest', bus, '--object-path', path]
  const printed =
    (await printedBy('gdbus', [...byGlib, '--method', `${bus}.NameHasOwner`, watcher])) ||
    (await printedBy('busctl', ['--user', 'call', bus, path, bus, 'NameHasOwner', 's', watcher]))
  return printed.includes('true')
}

export interface TrayNoticeOptions {
  readonly dialogs: Pick<Dialogs, 'ask'>
  readonly platform: NodeJS.Platform
  readonly printedBy: PrintedBy
  /** Whether the application still runs without its window, and is not about to end. */
  readonly isOutOfSight: () => boolean
  readonly quit: () => void
}

/**
 * To be called when the window is closed. Where no tray shows that the application goes on, it says so the first time,
 * and offers to quit: otherwise it would run unseen.
 */
export function createTrayNotice(options: TrayNoticeOptions): () => Promise<void> {
  let isTold = false
  return async () => {
    if (isTold || !options.isOutOfSight()) return
    isTold = true
    if (await showsTray(options.platform, options.printedBy)) return
    if (!options.isOutOfSight()) return
    const box = {
      type: 'info' as const,
      title: appName,
      message: say('no-tray.message'),
      detail: say('no-tray.detail'),
      buttons: [say('quit-question.keep-running'), say('tray.quit')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    if ((await options.dialogs.ask(box)) === 1) options.quit()
  }
}
