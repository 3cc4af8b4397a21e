import type { PrintedBy } from '../network/proxy-script.ts'
import { appName, say } from '../texts/texts.ts'
import { askInBox, type MessageBoxes } from './message-box.ts'

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
  readonly dialog: MessageBoxes
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
    if ((await askInBox(options.dialog, null, box)) === 1) options.quit()
  }
}
