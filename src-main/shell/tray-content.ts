import type { MenuItemConstructorOptions } from 'electron'
import type { Environment } from '#shared/domain/product.ts'
import { appName, say } from '../texts/texts.ts'

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

/** The tray's tooltip: how many entries are not received, and need somebody, in words. */
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
