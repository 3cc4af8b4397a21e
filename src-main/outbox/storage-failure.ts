import { err, ok, type Result } from '#shared/result.ts'

/** Why a row could not be written or read. */
export interface StorageFailure {
  readonly type: 'disk-full' | 'read-only' | 'damaged' | 'io'
}

// SQLite's primary result codes (https://sqlite.org/rescode.html); the low byte of the extended ones.
const primaryCodes: Readonly<Record<number, StorageFailure['type']>> = {
  8: 'read-only',
  10: 'io',
  11: 'damaged',
  13: 'disk-full',
  14: 'io',
  26: 'damaged',
}

// The index of the write-ahead log could not be made longer. SQLite calls that an I/O error, even where no room is left.
const noRoomForLogIndex = 4874

/** What a thrown SQLite or file-system error means, or null when it is a bug of ours. */
export function storageFailureOf(thrown: unknown): StorageFailure | null {
  if (!(thrown instanceof Error)) return null
  if ('errcode' in thrown && typeof thrown.errcode === 'number') {
    if (thrown.errcode === noRoomForLogIndex) return { type: 'disk-full' }
    const type = primaryCodes[thrown.errcode & 0xff]
    return type === undefined ? null : { type }
  }
  if (!('code' in thrown)) return null
  if (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT') return { type: 'disk-full' }
  if (thrown.code === 'EROFS' || thrown.code === 'EACCES' || thrown.code === 'EPERM')
    return { type: 'read-only' }
  return thrown.code === 'EIO' ? { type: 'io' } : null
}

/** Runs storage work and turns the failures of disks into data; anything else is a bug and goes on as it is. */
export function guardStorage<T>(work: () => T): Result<T, StorageFailure> {
  try {
    return ok(work())
  } catch (thrown) {
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    return err(failure)
  }
}
