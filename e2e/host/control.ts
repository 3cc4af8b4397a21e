import * as v from 'valibot'
import { arrangeWindow, runtime, windowView } from '../support/electron-calls.ts'
import { passTime } from '../support/passing-time.js'
import { app } from './app.ts'
import { browser } from './chromium.ts'
import { RequestSchema, type Command, type HostStatus } from './control-contract.ts'
import { openedLinks, powerMonitor } from './desktop.ts'
import { openDialogs } from './dialog.ts'
import { HostMenu } from './menu.ts'
import { select } from './menu-roles.ts'
import { HostNotification } from './notification.ts'
import { HostTray, itemLabelled } from './tray.ts'
import { HostWindow } from './window.ts'

function status(): HostStatus {
  const tray = HostTray.current()
  const question = openDialogs()[0]?.options
  return {
    ready: app.isReady(),
    pid: process.pid,
    runtime: runtime({ app }),
    debuggingPort: browser.debuggingPort,
    windows: HostWindow.getAllWindows().map((window) => ({
      url: window.webContents.getURL(),
      ...windowView({ BrowserWindow: { getAllWindows: () => [window] } }),
    })),
    tray:
      tray === null
        ? null
        : {
            tooltip: tray.tooltip,
            items: (tray.menu?.items ?? [])
              .filter((item) => item.type !== 'separator')
              .map((item) => ({ label: item.label ?? '', enabled: item.enabled ?? true })),
          },
    contextMenu:
      HostMenu.popped()?.items.map(({ label, enabled }) => ({
        label: label ?? '',
        enabled: enabled ?? true,
      })) ?? null,
    printedTimes: HostWindow.getAllWindows()[0]?.webContents.printedTimes ?? 0,
    menu: (HostMenu.getApplicationMenu()?.items ?? []).map(({ label }) => label ?? ''),
    switches: app.switches,
    badge: app.getBadgeCount(),
    notifications: HostNotification.shown().map(({ title, body, silent }) => ({ title, body, silent })),
    openedLinks: [...openedLinks],
    dialog:
      question === undefined
        ? null
        : { message: question.message, detail: question.detail ?? '', buttons: question.buttons ?? ['OK'] },
  }
}

async function clickIn(menu: HostMenu | null, label: string): Promise<void> {
  const item = itemLabelled(menu?.items ?? [], label)
  if (item === null || item.enabled === false) throw new Error(`There is no item "${label}" to click.`)
  await select(item, HostWindow.getAllWindows()[0] ?? null)
}

async function carryOut(command: Command): Promise<void> {
  switch (command.type) {
    case 'status':
      return
    case 'click-tray':
      await clickIn(HostTray.current()?.menu ?? null, command.label)
      return
    case 'click-context-menu': {
      const menu = HostMenu.popped()
      menu?.closePopup()
      await clickIn(menu, command.label)
      return
    }
    case 'answer-dialog':
      await answerDialog(command.label)
      return
    case 'power':
      if (!powerMonitor.happened(command.event)) process.exit(1)
      return
    case 'windows-session':
      if (command.isEnding) HostWindow.endSession()
      else HostWindow.askToEndSession()
      return
    case 'pass-time':
      await passTime(command.ms, command.unanswered)
      return
    case 'close-window':
      HostWindow.getAllWindows()[0]?.close()
      return
    case 'focus-window':
      HostWindow.getAllWindows()[0]?.setFocused(command.focused)
      return
    case 'arrange-window':
      arrangeWindow({ BrowserWindow: HostWindow }, command.bounds)
      return
    case 'click-notification':
      clickNotification(command.title)
      return
    case 'quit':
      app.quit()
      return
  }
}

function clickNotification(title: string): void {
  const notification = HostNotification.shown().findLast((shown) => shown.title === title)
  if (notification === undefined) throw new Error(`There is no notification "${title}" to click.`)
  notification.emit('click', {})
}

async function answerDialog(label: string): Promise<void> {
  const question = openDialogs()[0]
  if (question === undefined) throw new Error('No question is open.')
  await question.press(label)
}

/** Takes commands from the parent process over its IPC channel. */
export function listenToParent(): void {
  process.on('message', (message) => {
    const request = v.safeParse(RequestSchema, message)
    if (!request.success) return
    const { id, command } = request.output
    carryOut(command).then(
      () => process.send?.({ id, status: status() }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    )
  })
  process.on('disconnect', () => app.exit(1))
}
