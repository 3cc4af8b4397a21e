import {
  needsSomeone,
  type EntryFiles,
  type UploadHold,
  type UploadStatus,
} from '#shared/outbox/entry-files.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isDecidable } from '#shared/outbox/predicates.ts'
import type { Tone } from '#renderer/ui/tone.ts'
import { durationText } from '#renderer/features/connection/duration-words.ts'
import { plural, t } from '#renderer/i18n/index.ts'

const forSettings = new Set<UploadHold>(['no-store', 'wrong-key', 'no-bucket', 'not-a-store'])

/** Whether it is put right in Settings. */
export function isForSettings(hold: UploadHold | null): boolean {
  return hold !== null && forSettings.has(hold)
}

/** The colour of a claim that waits for its files. */
export function filesTone(hold: UploadHold | null): Tone {
  if (hold === 'file-lost') return 'danger'
  return needsSomeone(hold) ? 'warning' : 'neutral'
}

/** How many files of a claim that waits for them are up, and how long the rest takes: one sentence. */
export function uploadedText({ of, uploaded, leftMs, hold }: EntryFiles): string {
  const count = plural('files.count', of, { uploaded })
  if (hold !== null || leftMs === null) return `${count}.`
  if (leftMs < 60_000) return t('files.left-soon', { count })
  return t('files.left', { count, duration: durationText(leftMs) })
}

/** The same, with what holds them back, or that the claim follows them. */
export function filesText(files: EntryFiles): string {
  return `${uploadedText(files)} ${t(files.hold === null ? 'files.follows' : `files.holds.${files.hold}`)}`
}

/** That files of a withdrawn claim are still in the file store; empty where none is. */
export function unremovedText(files: EntryFiles | null): string {
  return files === null || files.unremoved === 0 ? '' : plural('files.unremoved', files.unremoved)
}

/** What becomes of uploaded files when their claim is withdrawn; empty where none was uploaded. */
export function removalText(
  { state, files }: Pick<EntrySummary, 'state' | 'files'>,
  status: UploadStatus | null,
): string {
  if (files === null || files.uploaded === 0) return ''
  if ((status?.refusedRemovals ?? 0) > 0) return t('files.stay')
  return t(isDecidable(state) ? 'files.removed-in-doubt' : 'files.removed-too')
}

/** How much of a claim's files was sent, from 0 to 1; null where nothing is on its way. */
export function sentShare({ bytes, sentBytes, hold }: EntryFiles): number | null {
  return hold !== null || sentBytes === 0 || bytes === 0 ? null : Math.min(1, sentBytes / bytes)
}
