import {
  openCount,
  totalOf,
  type DayFiles,
  type DayReport,
  type DayRow,
  type DaySums,
  type OpenColumn,
} from '#shared/day-report.ts'
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

/** What is open of a day: a title, lines that lead to it, and a sentence or two. */
export interface OpenWords {
  readonly isOpen: boolean
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly to: string }[]
  readonly detail: string
}

/** What is open of a day, in words; drafts first, since nothing else asks for them. */
export function openWords({
  rows,
  drafts,
  awaitingFiles,
}: Pick<DayReport, 'rows' | 'drafts' | 'awaitingFiles'>): OpenWords {
  const isRequest = ({ product }: DayRow): boolean => product === 'pharmacy-request'
  const claims = totalOf(rows.filter((row) => !isRequest(row)))
  const requests = openCount(totalOf(rows.filter(isRequest)))
  const counted = (...columns: readonly OpenColumn[]): string =>
    columns
      .filter((column) => claims[column].count > 0)
      .map((column) => plural(`day.open-${column}`, claims[column].count))
      .join(', ')
  const lines = [
    { text: drafts === 0 ? '' : plural('day.open-drafts', drafts), to: '/claims?show=drafts' },
    { text: counted('to-correct', 'needs-someone'), to: '/claims?show=needs-you' },
    { text: counted('waiting', 'unconfirmed'), to: '/claims?show=on-its-way' },
    { text: requests === 0 ? '' : plural('day.open-requests', requests), to: '/pharmacies/sent' },
  ].filter(({ text }) => text !== '')
  const all = totalOf(rows)
  if (lines.length === 0) {
    return { isOpen: false, title: t('day.nothing-open'), lines, detail: t('day.nothing-open-detail') }
  }
  const detail = [
    filesText(awaitingFiles),
    all.waiting.count + all.unconfirmed.count > 0 ? t('day.by-itself') : '',
  ]
  return {
    isOpen: true,
    title: plural('day.open', openCount(all) + drafts),
    lines,
    detail: detail.filter((text) => text !== '').join(' '),
  }
}

function filesText({ claims, files, bytes }: DayFiles): string {
  if (claims === 0) return ''
  return plural('day.awaiting-files', claims, {
    files: plural('files.store.files', files),
    size: fileSize(bytes),
  })
}

/** Notes that belong with the totals, one sentence each. */
export function dayNotes(
  report: DaySums,
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
