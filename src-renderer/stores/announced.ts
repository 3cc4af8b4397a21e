import { shallowRef, type ShallowRef } from 'vue'
import type { AnnouncementChannel, Announcements } from '#shared/contract/calls.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'

/** A state that main announces as it changes; null until it is known. */
export interface Announced<T> {
  readonly status: ShallowRef<T | null>
  /** Keeps it up to date. @returns the disposer of the subscription. */
  readonly listen: () => () => void
  /** Reads it, after a start or a change of environment. */
  readonly read: () => Promise<void>
}

/** @param ask asks main for the state as it is now */
export function announced<C extends AnnouncementChannel>(
  channel: C,
  ask: () => Promise<Result<Announcements[C], Failure>>,
): Announced<Announcements[C]> {
  const status: Announced<Announcements[C]>['status'] = shallowRef(null)
  return {
    status,
    listen: () => window.bridge.on(channel, (news) => (status.value = news)),
    read: async () => {
      const now = await ask()
      status.value = now.ok ? now.value : null
    },
  }
}
