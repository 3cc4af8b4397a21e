import {
  noFiles,
  openColumns,
  openCount,
  type DayColumn,
  type DayCounts,
  type DayFiles,
  type DayReport,
  type DayRow,
} from '#shared/close-of-day.ts'
import { dayBeside, today } from '#shared/domain/calendar-date.ts'
import { fileSize, naira } from '#shared/language/format.ts'
import { plural, t } from '#renderer/i18n/index.ts'

/** Kobo as naira in words. */
export function koboText(amountKobo: number): string {
  return naira(amountKobo / 100)
}

/** The name of the officer who captured the row's entries. */
export function officerText({ officerId, officerName }: DayRow): string {
  return officerName ?? t(officerId === null ? 'day.no-officer' : 'day.unknown-officer')
}

/** Whether the day is closed, as a title and a sentence, with what to do if it is not. */
export interface ClosedWords {
  readonly isOpen: boolean
  readonly title: string
  readonly detail: string
  readonly todo: string
}

/** Whether the day is closed, in words. */
export function closedWords(
  counts: DayCounts,
  isToday: boolean,
  awaitingFiles: DayFiles = noFiles,
): ClosedWords {
  const open = openCount(counts)
  if (open === 0) {
    return {
      isOpen: false,
      title: t(isToday ? 'day.closed-today' : 'day.closed'),
      detail: t('day.closed-detail'),
      todo: '',
    }
  }
  const parts = openColumns
    .filter((column) => counts[column].count > 0)
    .map((column) => plural(`day.open-${column}`, counts[column].count))
  return {
    isOpen: true,
    title: t('day.not-closed'),
    detail: [plural('day.open', open, { parts: parts.join(', ') }), filesText(awaitingFiles)]
      .filter((text) => text !== '')
      .join(' '),
    todo: todoText(counts),
  }
}

function filesText({ claims, files, bytes }: DayFiles): string {
  if (claims === 0) return ''
  return plural('day.awaiting-files', claims, {
    files: plural('files.store.files', files),
    size: fileSize(bytes),
  })
}

function todoText(counts: DayCounts): string {
  const has = (column: DayColumn): boolean => counts[column].count > 0
  const sentences = [
    has('waiting') || has('unconfirmed') ? t('day.todo-by-itself') : '',
    has('to-correct') ? t('day.todo-to-correct') : '',
    has('needs-someone') ? t('day.todo-needs-someone') : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** Notes that belong with the totals, one sentence each. */
export function dayNotes(
  report: DayReport,
  { keepReceivedDays, now }: { readonly keepReceivedDays: number; readonly now: Date },
): readonly string[] {
  const hours = Math.round((Date.parse(report.until) - Date.parse(report.from)) / 3_600_000)
  const oldest = keepReceivedDays === 0 ? '' : dayBeside(today(now), -keepReceivedDays)
  return [
    ...(report.takenBack.count > 0
      ? [
          plural('day.taken-back', report.takenBack.count, {
            amount: koboText(report.takenBack.amountKobo),
          }),
        ]
      : []),
    ...(report.unreadable > 0 ? [plural('day.unreadable', report.unreadable)] : []),
    ...(report.day <= oldest ? [t('day.before-retention', { n: keepReceivedDays })] : []),
    ...(hours === 24 ? [] : [t('day.hours', { n: hours })]),
  ]
}
