import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** What the engine is doing: holds, connection, counts. */
export const useEngine = defineStore('engine', () => {
  const status = shallowRef<EngineStatus | null>(null)
  /** Whether another computer continues for this one, for good. */
  const hasStopped = computed(() => status.value?.holds.some(({ type }) => type === 'stopped') ?? false)

  /** Keeps the status up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.bridge.on('engine:changed', (news) => {
      status.value = news
    })
  }

  /** Reads the status again, after a start or a change of environment. */
  async function read(): Promise<void> {
    const result = await askMain('engine:status')
    status.value = result.ok ? result.value : null
  }

  /** Pauses or resumes sending. */
  async function pause(paused: boolean): Promise<Result<EngineStatus, Failure>> {
    const result = await askMain('engine:pause', { paused })
    if (result.ok) status.value = result.value
    return result
  }

  /** Checks the connection and sends what waits, at once. */
  function tryNow(): Promise<Result<null, Failure>> {
    return askMain('engine:try-now')
  }

  return { status, hasStopped, listen, read, pause, tryNow }
})
