import { openCount, totalOf, type DayReport, type DayRow, type DaySums } from '#shared/day-report.ts'
import { statusText, type Surroundings } from '#shared/claim/describe.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { dayBeside, today } from '#shared/domain/calendar-date.ts'
import { naira } from '#shared/language/format.ts'
import { plural, say, t } from '#renderer/i18n/index.ts'

/** Kobo as naira in words. */
export function koboText(amountKobo: number): string {
  return naira(amountKobo / 100)
}

/** What is open of a day: a title, and lines that lead to it. */
export interface OpenWords {
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly to: string }[]
}

/** What is open of a day, in words; drafts first, since nothing else asks for them. */
export function openWords({ rows, drafts }: Pick<DayReport, 'rows' | 'drafts'>): OpenWords {
  const isRequest = ({ product }: DayRow): boolean => product === 'pharmacy-request'
  const claims = totalOf(rows.filter((row) => !isRequest(row)))
  const requests = openCount(totalOf(rows.filter(isRequest)))
  const lines = [
    { n: drafts, text: plural('day.open-drafts', drafts), to: '/claims?show=drafts' },
    ...(['needs-you', 'on-its-way'] as const).map((group) => {
      const n = claims[group].count
      return { n, text: say(`counts.${group}`, { n }), to: `/claims?show=${group}` }
    }),
    { n: requests, text: plural('day.open-requests', requests), to: '/pharmacies/sent' },
  ].filter(({ n }) => n > 0)
  const all = openCount(totalOf(rows)) + drafts
  return { title: all === 0 ? t('day.nothing-open') : plural('day.open', all), lines }
}

/** What the insurer decided on a day, by the status that it gave; none where it decided nothing. */
export function decidedNotes(
  entries: readonly EntrySummary[],
  day: string,
  around: Pick<Surroundings, 'say' | 'statusNames'>,
): readonly string[] {
  const decided = entries.filter(
    ({ standing }) => standing?.isFinal === true && wasOn(day, standing.followed?.since),
  )
  const parts = [...Map.groupBy(decided, ({ standing }) => standing?.says?.status ?? '')].map(
    ([status, claims]) =>
      t('day.decided-as', {
        n: claims.length,
        status: statusText(status, around),
        amount: koboText(claims.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)),
      }),
  )
  return parts.length === 0 ? [] : [t('day.decided', { list: parts.join(', ') })]
}

function wasOn(day: string, at: string | undefined): boolean {
  return at !== undefined && today(new Date(at)) === day
}

/** Notes that belong with the totals. */
export function dayNotes(
  report: DaySums,
  { keepReceivedDays, now }: { readonly keepReceivedDays: number; readonly now: Date },
): readonly string[] {
  const { count, amountKobo } = report.takenBack
  const oldest = keepReceivedDays === 0 ? '' : dayBeside(today(now), -keepReceivedDays)
  return [
    ...(count > 0 ? [plural('day.taken-back', count, { amount: koboText(amountKobo) })] : []),
    ...(report.unreadable > 0 ? [plural('day.unreadable', report.unreadable)] : []),
    ...(report.day <= oldest ? [plural('day.before-retention', keepReceivedDays)] : []),
    t('day.means'),
  ]
}
