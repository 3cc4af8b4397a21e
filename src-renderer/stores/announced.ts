import { shallowRef, type ShallowRef } from 'vue'
import type { AnnouncementChannel, Announcements } from '#shared/contract/calls.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { defineStore } from 'pinia'
import { askMain } from '#renderer/data/ask-main.ts'

/** A state that main announces as it changes; null until it is known. @param ask asks main for it as it is now */
export function announced<C extends AnnouncementChannel>(
  channel: C,
  ask: () => Promise<Result<Announcements[C], Failure>>,
) {
  const status: ShallowRef<Announcements[C] | null> = shallowRef(null)
  return {
    status,
    /** Keeps it up to date. @returns the disposer of the subscription. */
    listen: () => window.bridge.on(channel, (news) => (status.value = news)),
    /** Reads it, after a start or a change of environment. */
    read: async () => {
      const now = await ask()
      status.value = now.ok ? now.value : null
    },
  }
}

/** The state of the connection and its cause, and this computer's clock compared with the insurer's. */
export const useConnectivity = defineStore('connectivity', () => {
  const { status: now, listen, read } = announced('connectivity:changed', () => askMain('connectivity:now'))
  return { now, listen, read }
})

/** The state of application updates. */
export const useUpdates = defineStore('updates', () =>
  announced('updates:changed', () => askMain('updates:status')),
)

/** The files of claims on their way to the file store. */
export const useUploads = defineStore('uploads', () =>
  announced('uploads:changed', () => askMain('uploads:status')),
)
