import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import type { UpdateStatus } from '#shared/updates.ts'
import { flushDrafts } from '#renderer/data/draft-saver.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The state of application updates, and what an officer may do about it. */
export const useUpdates = defineStore('updates', () => {
  const status = shallowRef<UpdateStatus | null>(null)

  /** Keeps the state up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.bridge.on('updates:changed', (news) => {
      status.value = news
    })
  }

  /** Reads the state again, after a start. */
  async function read(): Promise<void> {
    taken(await askMain('updates:status'))
  }

  async function check(): Promise<Result<UpdateStatus, Failure>> {
    return taken(await askMain('updates:check'))
  }

  /** Saves everything that is open first, since the application quits as soon as it can. */
  async function install(): Promise<Result<UpdateStatus, Failure>> {
    await flushDrafts()
    return taken(await askMain('updates:install'))
  }

  // A state announced in the meantime is newer than an answer, so an answer only counts while there is no state.
  function taken(answer: Result<UpdateStatus, Failure>): Result<UpdateStatus, Failure> {
    if (answer.ok) status.value ??= answer.value
    return answer
  }

  return { status, listen, read, check, install }
})
