import type { UpdateFailure } from '#shared/updates.ts'

/**
 * Why a feed or a download is unusable. Thrown, because electron-updater passes failures on in no other way; it
 * contains nothing of the response.
 */
export class FeedError extends Error {
  readonly reason: UpdateFailure

  constructor(reason: UpdateFailure) {
    super(reason)
    this.reason = reason
  }
}

/** The failure behind an error thrown by a step of an update. */
export function failureBehind(thrown: unknown): UpdateFailure {
  if (thrown instanceof FeedError) return thrown.reason
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full'
  return 'unreachable'
}
