import * as v from 'valibot'
import { ComputerNumberSchema } from './domain/computer-number.ts'
import { environments } from './domain/product.ts'
import { err, ok, type Result } from './result.ts'

/** Why a folder of the office could not be used. */
export type FolderTrouble =
  /** An operation did not come back: a share that is away. */
  'hangs' | 'missing' | 'not-writable' | 'full' | 'other'

/** What head office should look at. */
export const computerAlarms = [
  /** The outbox cannot be opened. */
  'storage',
  /** There is no key for the insurer, or the insurer refuses it. */
  'key',
  /** The oldest entry that the insurer may not have is older than a day. */
  'oldest',
  /** No scheduled backup could be written for three days. */
  'backup',
  /** What the organisation sets could not be read, or part of it does not apply. */
  'policy',
  /** This computer's clock is wrong. */
  'clock',
  /** The newest file of head office changed nothing here. */
  'head-office',
] as const
export type ComputerAlarm = (typeof computerAlarms)[number]

/** Milliseconds after which an entry that waits is an alarm. */
export const oldestAlarmMs = 86_400_000

export const statusFormat = 1
/** Far more than a status has. */
export const longestStatus = 65_536

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const moment = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp())
const shortText = v.pipe(v.string(), v.maxLength(200))

/**
 * How a computer stands, in the folder of head office. Nothing in it is about a person: no name of an officer, no
 * policy number, no address. Moments are in UTC.
 */
const ComputerStatusSchema = v.object({
  format: v.literal(statusFormat),
  /** The number of the computer; also in the names of its backups. */
  id: ComputerNumberSchema,
  application: v.pipe(v.string(), v.maxLength(100)),
  environment: v.picklist(environments),
  branch: shortText,
  writtenAt: moment,
  /** Null while the outbox cannot be opened. */
  queue: v.nullable(
    v.object({
      waiting: count,
      sending: count,
      confirming: count,
      needsDecision: count,
      toCorrect: count,
      receivedToday: count,
    }),
  ),
  /** When the oldest entry that the insurer may not have was submitted. */
  oldestAt: v.nullable(moment),
  lastContactAt: v.nullable(moment),
  /** Bytes of today and of this month, in both directions. */
  bytes: v.object({ today: count, month: count }),
  lastBackupAt: v.nullable(moment),
  /** When the offline pharmacies were downloaded or updated. */
  pharmaciesAt: v.nullable(moment),
  /** The number of the newest file of head office that holds here; null where it was not set up from one. */
  keyNumber: v.nullable(count),
  /** `untried`: there is one, and the insurer has not answered since the start. */
  key: v.picklist(['accepted', 'refused', 'none', 'untried']),
  /** Kinds of problems and names of fields, never a value. */
  policyProblems: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)),
  /** Of `computerAlarms`, or of those that a later version raises. */
  alarms: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/))), v.maxLength(100)),
  /** How far the clock is ahead of the insurer's; null while it was not compared. */
  clockAheadMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
})
export type ComputerStatus = Readonly<v.InferOutput<typeof ComputerStatusSchema>>

const AnyFormatSchema = v.object({ format: v.pipe(v.number(), v.integer(), v.minValue(1)) })

/** Reads a status that another computer wrote. */
export function parseComputerStatus(text: string): Result<ComputerStatus, 'damaged' | 'newer'> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ComputerStatusSchema), text)
  if (parsed.success) return ok(parsed.output)
  const any = v.safeParse(v.pipe(v.string(), v.parseJson(), AnyFormatSchema), text)
  return err(any.success && any.output.format > statusFormat ? 'newer' : 'damaged')
}

/** The name of a computer's file in the folder of head office. */
export const statusFileName = (id: string): string => `claims-desk-${id}.json`
export const statusFilePattern = /^claims-desk-([0-9A-Z-]{11})\.json$/
