/** The part of a new window that decides when it can be shown. */
export interface UnshownWindow {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown }
}

/** A window that has not painted by then is shown anyway: an empty one is better than none. */
export const latestShowMs = 2_000

/**
 * Calls `show` once, when there is something to see. Under Wayland `ready-to-show` may never fire for a hidden window
 * (electron#48859), so Linux also accepts the loaded page and finally a timeout.
 */
export function onceShowable(window: UnshownWindow, platform: NodeJS.Platform, show: () => void): void {
  const first: { over: boolean; timer?: NodeJS.Timeout } = { over: false }
  const end = (): boolean => {
    const isFirst = !first.over
    first.over = true
    clearTimeout(first.timer)
    return isFirst
  }
  const showFirst = (): void => {
    if (end()) show()
  }
  window.once('closed', end)
  window.once('ready-to-show', showFirst)
  if (platform !== 'linux') return
  window.webContents.once('did-finish-load', showFirst)
  first.timer = setTimeout(showFirst, latestShowMs)
}
