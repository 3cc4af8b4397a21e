import type { UploadStatus } from '#shared/outbox/entry-files.ts'
import { fileSize, moment } from '#shared/language/format.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import { durationText } from '#shared/claim/duration.ts'
import { say } from '#renderer/i18n/say.ts'

/** How the file store stands, in sentences; empty where there is nothing to say. */
export interface StoreWords {
  readonly waits: string
  readonly problem: string
  readonly nextTry: string
  readonly removals: readonly string[]
  /** How much was sent, from 0 to 1; null while nothing is on its way. */
  readonly share: number | null
  /** Whether trying again at once may change anything. */
  readonly mayTry: boolean
}

/** What the screen “Connection” says of the file store. */
export function storeWords(status: UploadStatus, now: Date): StoreWords {
  const { files, hold, nextTryAt, toRemove, refusedRemovals, bytes, sentBytes } = status
  const isGoing = files > 0 && hold === null
  const hasMoment = nextTryAt !== null && Date.parse(nextTryAt) > now.getTime()
  return {
    waits: waitsText(status),
    problem: hold === null ? '' : say(`files.holds.${hold}`),
    nextTry: hasMoment ? t('files.store.next', { when: moment(nextTryAt, now) }) : '',
    removals: [
      ...(toRemove > refusedRemovals ? [plural('files.store.to-remove', toRemove - refusedRemovals)] : []),
      ...(refusedRemovals > 0 ? [plural('files.store.refused-removals', refusedRemovals)] : []),
    ],
    share: isGoing && bytes > 0 && sentBytes > 0 ? Math.min(1, sentBytes / bytes) : null,
    mayTry: (hold !== null && hold !== 'paused' && hold !== 'stopped' && hold !== 'no-store') || toRemove > 0,
  }
}

function waitsText({ files, claims, bytes, sentBytes, leftMs, hold }: UploadStatus): string {
  if (files === 0) return t('files.store.nothing')
  const what = plural('files.store.files', files)
  const size = fileSize(Math.max(0, bytes - sentBytes))
  const waits = plural('files.store.waits', claims, { what, size })
  if (hold !== null || leftMs === null) return waits
  return `${waits} ${leftMs < 60_000 ? t('files.store.left-soon') : t('files.store.left', { duration: durationText(leftMs, say) })}`
}
