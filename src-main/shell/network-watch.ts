import type { Net } from 'electron'

/** Electron tells main of no change of the network, so it is asked this often; asking is a look at a flag. */
const askEveryMs = 3_000

/** Calls back when the system's own idea of "online" changes. @returns the disposer that ends it. */
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
