import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { UploadStatus } from '#shared/outbox/entry-files.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** The files of claims on their way to the file store. */
export const useUploads = defineStore('uploads', () => {
  const status = shallowRef<UploadStatus | null>(null)

  /** Keeps the status up to date. @returns the disposer of the subscription. */
  function listen(): () => void {
    return window.bridge.on('uploads:changed', (news) => {
      status.value = news
    })
  }

  /** Reads the status again, after a start or a change of environment. */
  async function read(): Promise<void> {
    const result = await askMain('uploads:status')
    status.value = result.ok ? result.value : null
  }

  /** Tries the file store again now. */
  function tryNow(): Promise<Result<null, Failure>> {
    return askMain('uploads:try-now')
  }

  return { status, listen, read, tryNow }
})
