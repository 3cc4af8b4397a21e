import type { UploadHold, UploadStatus } from '#shared/outbox/entry-files.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { t } from '#renderer/i18n/index.ts'

const forSettings = new Set<UploadHold>(['no-store', 'wrong-key', 'no-bucket', 'not-a-store'])

/** Whether it is put right in Settings. */
export function isForSettings(hold: UploadHold | null): boolean {
  return hold !== null && forSettings.has(hold)
}

/** What becomes of uploaded files when their claim is withdrawn; empty where none was uploaded. */
export function removalText({ files }: Pick<EntrySummary, 'files'>, status: UploadStatus | null): string {
  if (files === null || files.uploaded === 0) return ''
  if ((status?.refusedRemovals ?? 0) > 0) return t('files.stay')
  return t('files.removed-too')
}
