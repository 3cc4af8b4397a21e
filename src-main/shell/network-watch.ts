import type { Net } from 'electron'

/** Electron has no event for network changes in main, so we poll at this interval; each poll only reads a flag. */
const askEveryMs = 3_000

/** Calls back when the system's online status changes. @returns a function that stops watching. */
export function watchNetwork(net: Pick<Net, 'isOnline'>, changed: (online: boolean) => void): () => void {
  let online = net.isOnline()
  const timer = setInterval(() => {
    const now = net.isOnline()
    if (now === online) return
    online = now
    changed(now)
  }, askEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
