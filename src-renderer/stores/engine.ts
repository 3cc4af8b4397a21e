import { defineStore } from 'pinia'
import type { Failure } from '#shared/failure.ts'
import type { ShownEngine } from '#shared/outbox/hold.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { announced } from './announced.ts'

/** What the engine is doing: holds, connection, counts. */
export const useEngine = defineStore('engine', () => {
  const { status, listen, read } = announced('engine:changed', () => askMain('engine:status'))

  /** Pauses or resumes sending. */
  async function pause(paused: boolean): Promise<Result<ShownEngine, Failure>> {
    const result = await askMain('engine:pause', { paused })
    if (result.ok) status.value = result.value
    return result
  }

  /** Checks the connection and sends what waits, at once. */
  const tryNow = (): Promise<Result<null, Failure>> => askMain('engine:try-now')

  return { status, listen, read, pause, tryNow }
})
