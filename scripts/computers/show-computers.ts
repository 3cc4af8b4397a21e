import { csvOf, type CsvCell } from '#main/platform/csv.ts'
import type { ComputerAlarm } from '#main/office/reports/support/reported-computer.ts'
import type { Computer, SeenAlarm } from './computers-by-urgency.ts'

const alarmWords: Readonly<Record<ComputerAlarm | SeenAlarm, string>> = {
  storage: 'outbox cannot be opened',
  key: 'no key, or not accepted',
  oldest: 'waiting for over a day',
  files: 'file store takes no files',
  backup: 'no backup for 3 days',
  policy: 'managed settings have problems',
  clock: 'clock is wrong',
  'head-office': 'file of head office not taken',
  silent: 'not heard of for over a day',
  future: 'written in the future',
  damaged: 'file is damaged',
  newer: 'file is from a newer version',
}

const columns = [
  'Branch',
  'Computer',
  'Version',
  'Written',
  'Waiting',
  'Oldest',
  'To do',
  'Today',
  'Contact',
  'Backup',
  'Key',
  'Alarms',
] as const

/** A table for a terminal. */
export function asTable(computers: readonly Computer[], now: Date): string {
  const rows = computers.map((one) => rowOf(one, now))
  const widths = columns.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map(widthOf)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd()
  const alarmed = computers.filter(({ alarms }) => alarms.length > 0).length
  const count = `${computers.length} ${computers.length === 1 ? 'computer' : 'computers'}, ${alarmed} with alarms`
  return `${[line(columns), ...rows.map(line), '', count].join('\n')}\n`
}

function wordsOf(alarm: string): string {
  const known: Readonly<Record<string, string>> = alarmWords
  return Object.hasOwn(known, alarm) ? (known[alarm] ?? alarm) : alarm
}

function rowOf({ id, report, alarms }: Computer, now: Date): readonly string[] {
  const words = alarms.map(wordsOf).join('; ')
  if (report === null) return ['?', id, '', '', '', '', '', '', '', '', '', words]
  const { computer, state } = report
  const counts = report.sending?.counts
  const environment = state.openEnvironment === 'live' ? '' : ` (${state.openEnvironment})`
  return [
    `${printable(computer.branch) || '-'}${environment}`,
    id,
    printable(report.application.version),
    ago(report.madeAt, now),
    counts === undefined ? '?' : String(counts.waiting + counts.sending + counts.unconfirmed),
    ago(counts?.oldestUndeliveredAt ?? null, now),
    counts === undefined ? '?' : String(counts.needsOfficer + counts.rejected),
    counts === undefined ? '?' : String(counts.receivedToday),
    ago(report.sending?.lastContactAt ?? null, now),
    `${ago(computer.lastScheduledBackupAt, now)}${computer.backupPassphrase === 'own' ? ', own passphrase' : ''}`,
    computer.keyNumber === null ? '' : String(computer.keyNumber),
    words,
  ]
}

/** Everything as values separated by commas, moments in UTC. */
export function asCsv(computers: readonly Computer[]): string {
  const titles = [
    'id branch environment version madeAt waiting sending unconfirmed needsOfficer rejected receivedToday',
    'oldestUndeliveredAt lastContactAt lastScheduledBackupAt backupPassphrase pharmaciesAt',
    'keyNumber key headOfficeProblem policyProblems clockAheadMs alarms',
  ].flatMap((line) => line.split(' '))
  const rows = computers.map(({ id, report, alarms }) => {
    const computer = report?.computer
    const counts = report?.sending?.counts
    return [
      id,
      printable(computer?.branch ?? ''),
      report?.state.openEnvironment,
      printable(report?.application.version ?? ''),
      report?.madeAt,
      counts?.waiting,
      counts?.sending,
      counts?.unconfirmed,
      counts?.needsOfficer,
      counts?.rejected,
      counts?.receivedToday,
      counts?.oldestUndeliveredAt,
      report?.sending?.lastContactAt,
      computer?.lastScheduledBackupAt,
      computer?.backupPassphrase,
      computer?.pharmaciesAt,
      computer?.keyNumber,
      computer?.key,
      printable(computer?.headOfficeProblem ?? ''),
      report?.managed.problems.map(printable).join(' '),
      report?.sending?.clockAheadMs,
      alarms.join(' '),
    ].map((value): CsvCell => value ?? '')
  })
  return csvOf([titles, ...rows])
}

/** What the table reads of each report, with the alarms that only the reader sees. */
export function asJson(computers: readonly Computer[]): string {
  const shown = computers.map(({ id, report, alarms }) => ({
    ...report,
    id,
    alarms,
    isReadable: report !== null,
  }))
  // Escaped as far as JSON leaves letters that a terminal obeys.
  const text = JSON.stringify(shown, null, 2).replace(
    unprintableInJson,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${text}\n`
}

/** What a terminal obeys instead of showing: controls, and marks that change the direction or the line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu
/** The same without the line breaks that JSON itself has. */
const unprintableInJson = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const longestCell = 40

function printable(text: string): string {
  const plain = text.replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
  const letters = Array.from(plain)
  return letters.length > longestCell ? `${letters.slice(0, longestCell - 1).join('')}…` : plain
}

/** Columns of a terminal, nearly: marks above a letter take none. */
function widthOf(text: string): number {
  return Array.from(text.replace(/\p{M}/gu, '')).length
}

function ago(moment: string | null, now: Date): string {
  if (moment === null) return '-'
  const minutes = Math.round((now.getTime() - Date.parse(moment)) / 60_000)
  if (minutes < 0) return 'future'
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
