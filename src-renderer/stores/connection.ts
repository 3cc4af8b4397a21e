import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ConnectionDiary, ConnectionNow } from '#shared/connectivity.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The state of the connection and its cause, and this computer's clock compared with the insurer's. */
export const useConnection = defineStore('connection', () => {
  const now = shallowRef<ConnectionNow | null>(null)

  /** Keeps the state up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.bridge.on('connection:changed', (news) => {
      now.value = news
    })
  }

  /** Reads the state again, after a start or a change of environment. */
  async function read(): Promise<void> {
    const result = await askMain('connection:now')
    now.value = result.ok ? result.value : null
  }

  /** The connection diary of the last days. */
  function diary(): Promise<Result<ConnectionDiary, Failure>> {
    return askMain('connection:diary')
  }

  return { now, listen, read, diary }
})
