import type { Announce } from '#shared/contract/calls.ts'

/** The part of our window's `webContents` we use. */
export interface AnnouncementTarget {
  isDestroyed(): boolean
  send(channel: string, news: unknown): void
}

/** Announces to our own window, if one is open: a page requests the state when it starts. */
export function createAnnounce(page: () => AnnouncementTarget | null): Announce {
  return (channel, news) => {
    const target = page()
    if (target === null || target.isDestroyed()) return
    target.send(channel, news)
  }
}
