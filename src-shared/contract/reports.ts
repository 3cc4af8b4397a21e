import * as v from 'valibot'
import type { DayBars, DayReport } from '../day-report.ts'
import { BranchReferenceSchema } from '../domain/reference.ts'
import { reportForms, type ReportForm } from '../support-report.ts'
import { day, nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** False when the officer cancelled. */
const saved = answer<{ readonly saved: boolean }>()

/** Reports that are read, printed and saved: for support, customers and head office. */
export const reportCalls = {
  /** The log of events, as it would be saved. */
  'support:log': call({ takes: nothing, answers: answer<{ readonly text: string }>() }),
  /** Asks in the system's dialog where to save it. */
  'support:save-log': call({ takes: nothing, answers: saved }),
  /** The support report, shown before it is saved. */
  'support:report': call({
    takes: nothing,
    answers: answer<Readonly<Record<ReportForm, string>>>(),
    who: 'anyone',
  }),
  /** Saves the report exactly as it was last shown; the system's dialog asks where. */
  'support:save-report': call({
    takes: v.strictObject({ form: v.picklist(reportForms) }),
    answers: saved,
    who: 'anyone',
  }),

  /** Prints the current print view; the system's dialog asks how. */
  'paper:print': call({ takes: nothing, answers: answer<null>() }),
  /** Saves the current print view as a PDF; the system's dialog asks where. */
  'paper:save-pdf': call({
    takes: v.variant('paper', [
      v.strictObject({ paper: v.literal('customer-slip'), reference: BranchReferenceSchema }),
      v.strictObject({ paper: v.literal('correction-note'), reference: BranchReferenceSchema }),
      v.strictObject({ paper: v.literal('pharmacy-slip') }),
      v.strictObject({ paper: v.literal('day-report'), day }),
      v.strictObject({ paper: v.literal('claims-list') }),
    ]),
    answers: saved,
  }),
  'day:report': call({ takes: v.strictObject({ day }), answers: answer<DayReport>() }),
  /** A day's claims and sums as a table for spreadsheets; the system's dialog asks where to save it. */
  'day:save-csv': call({ takes: v.strictObject({ day }), answers: saved }),
  /** The fourteen days up to this one, oldest first. */
  'day:two-weeks': call({ takes: v.strictObject({ day }), answers: answer<readonly DayBars[]>() }),
}
