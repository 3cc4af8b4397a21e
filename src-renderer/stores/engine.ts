import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { announced } from './announced.ts'

/** What the engine is doing: holds, connection, counts. */
export const useEngine = defineStore('engine', () => {
  const { status, listen, read } = announced('engine:changed', () => askMain('engine:status'))
  /** Whether another computer continues for this one, for good. */
  const hasStopped = computed(() => status.value?.holds.some(({ type }) => type === 'stopped') ?? false)

  /** Pauses or resumes sending. */
  async function pause(paused: boolean): Promise<Result<EngineStatus, Failure>> {
    const result = await askMain('engine:pause', { paused })
    if (result.ok) status.value = result.value
    return result
  }

  /** Checks the connection and sends what waits, at once. */
  const tryNow = (): Promise<Result<null, Failure>> => askMain('engine:try-now')

  return { status, hasStopped, listen, read, pause, tryNow }
})
