import type { UpdateFailure } from '#shared/updates.ts'

/**
 * Why a feed or a download is no good. Thrown, because electron-updater hands failures on in no other way; it says
 * nothing of what the feed answered.
 */
export class FeedError extends Error {
  readonly reason: UpdateFailure

  constructor(reason: UpdateFailure) {
    super(reason)
    this.reason = reason
  }
}

/** The failure behind what a step of an update threw. */
export function failureBehind(thrown: unknown): UpdateFailure {
  if (thrown instanceof FeedError) return thrown.reason
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk-full'
  return 'unreachable'
}
