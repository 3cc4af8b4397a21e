import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { backupOverdueMs, dayMs } from '#shared/ages.ts'
import type { ComputerAlarm } from '#main/office/reports/support/reported-computer.ts'
import { longestReport, parseReport, type WrittenReport } from './written-report.ts'

/** Clocks differ a little without harm. */
const futureMs = 3_600_000
/** More computers than an organisation has: whoever can write there could fill the folder or the bucket. */
export const mostFiles = 10_000
/** The name of a status, with the computer's number. */
export const statusFileName = /^claims-desk-([0-9A-Z-]{9})\.json$/

/** What only the reader can see. */
export type SeenAlarm =
  /** It has not written for a day. */
  | 'silent'
  /** It wrote at a time that is still to come. */
  | 'future'
  /** This account may not read the file, or the share failed: of the computer itself nothing is known. */
  | 'unread'
  /** The file is no report, or another computer's. */
  | 'damaged'
  /** Written by a newer version than this one. */
  | 'newer'

export interface Computer {
  readonly id: string
  /** Null where the file could not be read. */
  readonly report: WrittenReport | null
  /** Of `SeenAlarm` and `ComputerAlarm`; others are of a later version. */
  readonly alarms: readonly string[]
}

/** The most urgent first. */
const urgency: readonly string[] = [
  'storage',
  'key',
  'oldest',
  'silent',
  'files',
  'unread',
  'damaged',
  'newer',
  'backup',
  'policy',
  'head-office',
  'clock',
  'future',
] satisfies readonly (SeenAlarm | ComputerAlarm)[]

/** In place of a status that could not be read now. */
export const notRead = Symbol('not read')
/** What computers wrote, by their number: null where it is no text of a bearable length. */
export type Statuses = ReadonlyMap<string, string | null | typeof notRead>

/** All computers that wrote, by urgency. Whoever may write there could have written anything: it is parsed. */
export function readComputers(statuses: Statuses, now: Date): readonly Computer[] {
  return Array.from(statuses, ([id, text]) => computerOf(id, text, now)).toSorted(byUrgency)
}

/** What computers wrote into a folder, each read up to a bound; null where the folder cannot be read. */
export function statusesIn(folder: string): Statuses | null {
  const names = namesIn(folder)
  if (names === null) return null
  const found = names.flatMap((name) => {
    const id = statusFileName.exec(name)?.[1]
    return id === undefined ? [] : [{ file: join(folder, name), id }]
  })
  return new Map(found.slice(0, mostFiles).map(({ file, id }) => [id, boundedText(file)]))
}

function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

function computerOf(id: string, text: string | null | typeof notRead, now: Date): Computer {
  if (text === notRead) return { id, report: null, alarms: ['unread'] }
  const parsed = text === null ? null : parseReport(text)
  // A file under another computer's name would stand for that one.
  if (parsed?.ok !== true || parsed.value.computer.id !== id)
    return { id, report: null, alarms: [parsed?.ok === false ? parsed.error : 'damaged'] }
  const report = parsed.value
  const agoMs = now.getTime() - Date.parse(report.madeAt)
  const seen: (SeenAlarm | ComputerAlarm)[] = agoMs > dayMs ? ['silent'] : agoMs < -futureMs ? ['future'] : []
  // Whatever a computer itself says of its backups: it may have been told to write none.
  if (isBackupOverdue(report)) seen.unshift('backup')
  return { id, report, alarms: [...new Set([...report.computer.alarms, ...seen])] }
}

function isBackupOverdue({ state, computer, madeAt }: WrittenReport): boolean {
  const { lastScheduledBackupAt: lastAt } = computer
  if (state.openEnvironment === 'practice' || lastAt === null) return false
  return Date.parse(madeAt) - Date.parse(lastAt) > backupOverdueMs
}

// Opening a pipe otherwise waits for a writer. Windows has neither of the two.
const readOnly = process.platform === 'win32' ? 'r' : constants.O_NONBLOCK | constants.O_NOFOLLOW

/** One for all files: ten thousand of them took half a second to clear. */
const buffer = Buffer.alloc(longestReport + 1)

/** Null for anything but a file of a bearable length. */
function boundedText(file: string): string | null | typeof notRead {
  let opened: number | null = null
  try {
    opened = openSync(file, readOnly)
    if (!fstatSync(opened).isFile()) return null
    let length = 0
    while (length < buffer.length) {
      const read = readSync(opened, buffer, length, buffer.length - length, null)
      if (read === 0) break
      length += read
    }
    return length > longestReport ? null : buffer.toString('utf8', 0, length)
  } catch (error) {
    // A link, and what is no file, are told apart from what may not be read.
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ELOOP' || code === 'ENXIO' || code === 'EISDIR' ? null : notRead
  } finally {
    if (opened !== null) closeSync(opened)
  }
}

function byUrgency(a: Computer, b: Computer): number {
  return (
    rankOf(a) - rankOf(b) ||
    b.alarms.length - a.alarms.length ||
    oldestOf(a).localeCompare(oldestOf(b)) ||
    (a.report?.computer.branch ?? '').localeCompare(b.report?.computer.branch ?? '') ||
    a.id.localeCompare(b.id)
  )
}

function oldestOf({ report }: Computer): string {
  return report?.sending?.counts.oldestUndeliveredAt ?? '~'
}

function rankOf({ alarms }: Computer): number {
  const ranks = alarms.map((alarm) => {
    const rank = urgency.indexOf(alarm)
    return rank === -1 ? urgency.length : rank
  })
  return Math.min(urgency.length + 1, ...ranks)
}
