import type { UpdateFailure } from '#shared/updates.ts'

/**
 * Why a feed or a download is no good. Thrown, because electron-updater's steps in between know no other way; it says
 * nothing of what the feed answered.
 */
export class FeedError extends Error {
  readonly reason: UpdateFailure

  constructor(reason: UpdateFailure) {
    super(reason)
    this.reason = reason
  }
}

/** The failure behind whatever a step of electron-updater's threw. */
export function failureBehind(thrown: unknown): UpdateFailure {
  if (thrown instanceof FeedError) return thrown.reason
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full'
  return code === 'ERR_UPDATER_INVALID_SIGNATURE' ? 'wrong-signature' : 'unreachable'
}
