import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ConnectivityNow } from '#shared/connectivity.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The state of the connection and its cause, and this computer's clock compared with the insurer's. */
export const useConnectivity = defineStore('connectivity', () => {
  const now = shallowRef<ConnectivityNow | null>(null)

  /** Keeps the state up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.bridge.on('connectivity:changed', (news) => {
      now.value = news
    })
  }

  /** Reads the state again, after a start or a change of environment. */
  async function read(): Promise<void> {
    const result = await askMain('connectivity:now')
    now.value = result.ok ? result.value : null
  }

  return { now, listen, read }
})
