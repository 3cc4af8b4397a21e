import * as v from 'valibot'
import { ComputerNumberSchema } from '#shared/domain/computer-number.ts'
import { environments } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'

const reportFormat = 1
/** Far more than a report without its log has. */
export const longestReport = 65_536

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const moment = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp())
const shortText = v.pipe(v.string(), v.maxLength(200))

/** What the table shows of a report (`SupportReport`) that a computer wrote. Moments are in UTC. */
const WrittenReportSchema = v.object({
  format: v.literal(reportFormat),
  madeAt: moment,
  application: v.object({ version: shortText }),
  state: v.object({ openEnvironment: v.picklist(environments) }),
  computer: v.object({
    id: ComputerNumberSchema,
    branch: shortText,
    key: v.picklist(['accepted', 'refused', 'none', 'untried']),
    keyNumber: v.nullable(count),
    headOfficeProblem: v.nullable(shortText),
    backupTrouble: v.nullable(shortText),
    statusTrouble: v.nullable(shortText),
    route: v.nullable(shortText),
    lastScheduledBackupAt: v.nullable(moment),
    backupPassphrase: v.picklist(['head-office', 'own', 'none']),
    pharmaciesAt: v.nullable(moment),
    /** Of `ComputerAlarm`, or of those that a later version raises. */
    alarms: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/))), v.maxLength(100)),
  }),
  sending: v.nullable(
    v.object({
      lastContactAt: v.nullable(moment),
      clockAheadMs: v.nullable(v.number()),
      files: v.nullable(shortText),
      counts: v.object({
        waiting: count,
        sending: count,
        unconfirmed: count,
        needsOfficer: count,
        rejected: count,
        receivedToday: count,
        oldestUndeliveredAt: v.nullable(moment),
      }),
    }),
  ),
  managed: v.object({ problems: v.pipe(v.array(shortText), v.maxLength(100)) }),
})
export type WrittenReport = Readonly<v.InferOutput<typeof WrittenReportSchema>>

const AnyFormatSchema = v.object({ format: v.pipe(v.number(), v.integer(), v.minValue(1)) })

/** Reads a report that another computer wrote. */
export function parseReport(text: string): Result<WrittenReport, 'damaged' | 'newer'> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), WrittenReportSchema), text)
  if (parsed.success) return ok(parsed.output)
  const any = v.safeParse(v.pipe(v.string(), v.parseJson(), AnyFormatSchema), text)
  return err(any.success && any.output.format > reportFormat ? 'newer' : 'damaged')
}
