import type { MenuItemConstructorOptions } from 'electron'
import type { Environment } from '#shared/domain/product.ts'
import { texts } from './texts.ts'

/** What the tray tells. */
export interface TrayState {
  /** Undelivered entries. */
  readonly waiting: number
  readonly needsOfficer: number
  readonly paused: boolean
  readonly environment: Environment
}

export interface TrayActions {
  readonly onOpen: () => void
  readonly onNewClaim: () => void
  readonly onOutbox: () => void
  /** The officer asks for sending to be paused (true) or to go on (false). */
  readonly onPause: (paused: boolean) => void
  readonly onQuit: () => void
}

/** The tray's menu. */
export function trayMenu(state: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  return [
    { label: texts.environment[state.environment], enabled: false },
    { type: 'separator' },
    { label: texts.tray.open, click: actions.onOpen },
    { label: texts.tray.newClaim, click: actions.onNewClaim },
    { label: texts.tray.outbox(state.waiting), click: actions.onOutbox },
    {
      label: state.paused ? texts.tray.resume : texts.tray.pause,
      click: () => {
        actions.onPause(!state.paused)
      },
    },
    { type: 'separator' },
    { label: texts.tray.quit, click: actions.onQuit },
  ]
}

/** The tray's tooltip: how much waits, in words. */
export function trayTooltip(state: TrayState): string {
  return [
    texts.appName,
    ...(state.environment === 'live' ? [] : [texts.environment[state.environment]]),
    state.waiting === 0 ? texts.nothingWaits : texts.waits(state.waiting),
    ...(state.needsOfficer === 0 ? [] : [texts.needsOfficer(state.needsOfficer)]),
    ...(state.paused ? [texts.paused] : []),
  ].join('\n')
}
