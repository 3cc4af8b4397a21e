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
  unread: 'file cannot be read here',
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

function rowOf(one: Computer, now: Date): readonly string[] {
  const { id, report, alarms } = one
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
    String(waitingAt(one) ?? '?'),
    ago(counts?.oldestUndeliveredAt ?? null, now),
    String(toDoAt(one) ?? '?'),
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

/** What the insurer may not have; null where that is not known. */
function waitingAt({ report }: Computer): number | null {
  const counts = report?.sending?.counts
  return counts === undefined ? null : counts.waiting + counts.sending + counts.unconfirmed
}

/** What needs somebody; null where that is not known. */
function toDoAt({ report }: Computer): number | null {
  const counts = report?.sending?.counts
  return counts === undefined ? null : counts.needsOfficer + counts.rejected
}

interface Gauge {
  readonly name: string
  readonly help: string
  readonly valueOf: (computer: Computer) => number | null
}
const seconds = (moment: string | null | undefined): number | null =>
  typeof moment === 'string' ? Date.parse(moment) / 1000 : null
const gauges: readonly Gauge[] = [
  {
    name: 'written_timestamp_seconds',
    help: 'When the computer last wrote its status.',
    valueOf: ({ report }) => seconds(report?.madeAt),
  },
  {
    name: 'waiting_claims',
    help: 'Claims and requests that the insurer may not have.',
    valueOf: waitingAt,
  },
  {
    name: 'oldest_waiting_timestamp_seconds',
    help: 'When the oldest of them was submitted.',
    valueOf: ({ report }) => seconds(report?.sending?.counts.oldestUndeliveredAt),
  },
  {
    name: 'to_do_claims',
    help: 'What needs a decision or a correction.',
    valueOf: toDoAt,
  },
  {
    name: 'received_today_claims',
    help: 'Claims and requests that the insurer received today.',
    valueOf: ({ report }) => report?.sending?.counts.receivedToday ?? null,
  },
  {
    name: 'last_contact_timestamp_seconds',
    help: 'When the insurer last answered.',
    valueOf: ({ report }) => seconds(report?.sending?.lastContactAt),
  },
  {
    name: 'last_backup_timestamp_seconds',
    help: 'When the last scheduled backup was written.',
    valueOf: ({ report }) => seconds(report?.computer.lastScheduledBackupAt),
  },
  {
    name: 'head_office_number',
    help: 'The number of the newest file of head office that holds there.',
    valueOf: ({ report }) => report?.computer.keyNumber ?? null,
  },
]

/** Prometheus' text exposition, for a textfile collector. What is not known has no line. */
export function asPrometheus(computers: readonly Computer[]): string {
  const family = (name: string, help: string, lines: readonly string[]): readonly string[] => [
    `# HELP claims_desk_${name} ${help}`,
    `# TYPE claims_desk_${name} gauge`,
    ...lines.map((line) => `claims_desk_${name}${line}`),
  ]
  return [
    ...family(
      'computer_info',
      'Every computer that wrote.',
      computers.map((one) => {
        const { state, application } = one.report ?? {}
        const version = printable(application?.version ?? '')
        return `${labels(one, { environment: state?.openEnvironment ?? '', version })} 1`
      }),
    ),
    ...family(
      'alarm',
      'What somebody has to look at, a line each.',
      computers.flatMap((one) => one.alarms.map((alarm) => `${labels(one, { alarm })} 1`)),
    ),
    ...gauges.flatMap(({ name, help, valueOf }) =>
      family(
        name,
        help,
        computers.flatMap((one) => {
          const value = valueOf(one)
          return value === null ? [] : [`${labels(one)} ${value}`]
        }),
      ),
    ),
    '',
  ].join('\n')
}

function labels({ id, report }: Computer, more: Readonly<Record<string, string>> = {}): string {
  const all = { computer: id, branch: printable(report?.computer.branch ?? ''), ...more }
  const pairs = Object.entries(all).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )
  return `{${pairs.join(',')}}`
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
