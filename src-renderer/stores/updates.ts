import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import type { UpdateStatus } from '#shared/updates.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** How it stands with updates of the application, and what an officer may do about it. */
export const useUpdates = defineStore('updates', () => {
  const status = shallowRef<UpdateStatus | null>(null)

  /** Keeps it fresh. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.desk.on('updates:changed', (news) => {
      status.value = news
    })
  }

  /** Reads it anew, after a start. */
  async function read(): Promise<void> {
    taken(await askMain('updates:status'))
  }

  async function check(): Promise<Result<UpdateStatus, Failure>> {
    return taken(await askMain('updates:check'))
  }

  async function putOff(): Promise<Result<UpdateStatus, Failure>> {
    return taken(await askMain('updates:put-off'))
  }

  /** Everything that is open is saved first: the application ends as soon as it can. */
  async function install(): Promise<Result<UpdateStatus, Failure>> {
    await openedRepositories()?.drafts.flush()
    return taken(await askMain('updates:install'))
  }

  // What was announced meanwhile is newer than an answer, unless it is the first word of all.
  function taken(answer: Result<UpdateStatus, Failure>): Result<UpdateStatus, Failure> {
    if (answer.ok) status.value ??= answer.value
    return answer
  }

  return { status, listen, read, check, putOff, install }
})
