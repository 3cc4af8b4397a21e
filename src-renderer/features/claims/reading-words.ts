import { durationText } from '#shared/claim/duration.ts'
import { countText, dayOrTime, fileSize, moment } from '#shared/language/format.ts'
import { plural, say, t } from '#renderer/i18n/index.ts'
import { isReadByItself, mostBytesByItself, type ListState } from '#shared/domain/claim-list.ts'

type Known = Pick<ListState, 'progress' | 'wasStopped' | 'kept' | 'size'>

/** What is said about a list that an officer may have read, or that is being read. */
export function readingText(list: Known, savesData: boolean): string {
  const { progress, wasStopped, kept } = list
  const when = kept === null ? null : moment(kept.fetchedAt)
  if (progress !== null) {
    const serves =
      when === null ? t('received.reading-of.none-serves') : t('received.reading-of.old-serves', { when })
    return `${progressText(progress)} ${serves}`
  }
  if (wasStopped) {
    return when === null ? t('received.reading-of.stopped-none') : t('received.reading-of.stopped', { when })
  }
  const last = when === null ? t('received.reading-of.none') : t('received.reading-of.last-read', { when })
  return `${last} ${sizeText(list)} ${whyText(list, savesData)}`
}

function progressText({ isWaiting, ...read }: NonNullable<Known['progress']>): string {
  if (isWaiting) return t('received.reading-of.waits')
  if (read.bytes === 0) return t('claim-page.asking')
  const named = { read: fileSize(read.bytes), claims: plural('received.count', read.claims) }
  if (read.totalBytes === null) return t('received.reading-of.now-so-far', named)
  const total = fileSize(read.totalBytes)
  return read.msLeft === null
    ? t('received.reading-of.now-of', { ...named, total })
    : t('received.reading-of.now-left', { ...named, total, time: durationText(read.msLeft, say) })
}

function sizeText({ size }: Known): string {
  if (size === null) return t('received.reading-of.size-unknown')
  const named = { size: fileSize(size.bytes) }
  if (!size.isWhole) return t('received.reading-of.size-at-least', named)
  if (size.bytesPerSecond === null) return t('received.reading-of.size-known', named)
  const time = durationText((1000 * size.bytes) / size.bytesPerSecond, say)
  return t('received.reading-of.size-and-time', { ...named, time })
}

function whyText(list: Known, savesData: boolean): string {
  if (savesData) return t('received.reading-of.saves-data')
  return isReadByItself(list, savesData)
    ? t('received.reading-of.by-itself')
    : t('received.reading-of.too-large', { most: fileSize(mostBytesByItself) })
}

/** What the lists are called together: how far their reading is, else when the older was read. */
export function listsText(lists: readonly Known[]): string {
  const reading = lists.flatMap(({ progress }) => progress ?? [])
  const oldest = lists.map(({ kept }) => kept?.fetchedAt ?? '').toSorted()[0] ?? ''
  if (reading.length === 0 && oldest === '') return t('received.reading-of.unread')
  return t('received.reading-of.lists', {
    what: reading.length === 0 ? dayOrTime(oldest) : shareText(reading),
  })
}

/** How much is read, of all where the insurer says how much that is; nothing at first. */
function shareText(reading: readonly NonNullable<Known['progress']>[]): string {
  const bytes = sumOf(reading.map((one) => one.bytes))
  if (bytes === 0) return '…'
  const total = sumOf(reading.map(({ totalBytes }) => totalBytes ?? Number.NaN))
  return total > 0 ? `${Math.floor((100 * bytes) / total)}%` : fileSize(bytes)
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0)
}

/** That the oldest claims of a list are not kept; null where all are. */
export function boundedText({ kept }: Pick<ListState, 'kept'>): string | null {
  if (kept === null || kept.listed <= kept.count) return null
  // The insurer's own words, which may be none.
  const oldest = kept.oldestCreatedAt ?? ''
  return plural('received.reading-of.bounded', kept.count, {
    listed: countText(kept.listed),
    day: moment(oldest === '' ? kept.fetchedAt : oldest),
  })
}
