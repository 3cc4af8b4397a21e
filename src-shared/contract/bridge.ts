import type { AnnouncementChannel, Announcements } from './announcements.ts'
import type { RequestChannel, RequestInput, RequestResult } from './calls.ts'

/** `window.bridge`: the one object the page gets. It passes plain data; no Electron object crosses it. */
export interface Bridge {
  /**
   * Calls main. Failures come back as data; a rejected promise means a bug (an argument that cannot be cloned, or a
   * channel that does not exist).
   */
  request<C extends RequestChannel>(
    channel: C,
    ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
  ): Promise<RequestResult<C>>

  /** Listens to announcements from main. @returns a function that stops listening. */
  on<C extends AnnouncementChannel>(channel: C, listener: (news: Announcements[C]) => void): () => void
}
