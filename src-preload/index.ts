import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Bridge } from '#shared/contract/calls.ts'

// Only names: the page's bridge carries no schemas. The build takes them from the contract.
const requests: ReadonlySet<string> = new Set(import.meta.env.REQUESTS)
const announcements: ReadonlySet<string> = new Set(import.meta.env.ANNOUNCEMENTS)

const bridge: Bridge = {
  async request(channel, ...input) {
    if (!requests.has(channel)) throw new Error('There is no such channel.')
    // Main answers by the same contract: src-main/app/handlers types every handler with it.
    // oxlint-disable-next-line typescript/no-unsafe-return
    return await ipcRenderer.invoke(channel, ...input)
  },
  on(channel, listener) {
    if (!announcements.has(channel)) throw new Error('There is no such channel.')
    const relay = (_event: IpcRendererEvent, news: Parameters<typeof listener>[0]): void => listener(news)
    ipcRenderer.on(channel, relay)
    return () => {
      ipcRenderer.removeListener(channel, relay)
    }
  },
}

contextBridge.exposeInMainWorld('bridge', bridge)
