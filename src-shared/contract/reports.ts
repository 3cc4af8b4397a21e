import * as v from 'valibot'
import type { DayReport } from '../close-of-day.ts'
import { environments } from '../domain/product.ts'
import { SlipReferenceSchema } from '../domain/slip-reference.ts'
import { reportForms, type ReportForm } from '../support-report.ts'
import { day, nothing, wholeNumber } from './arguments.ts'
import { answer, call } from './call.ts'

/** Not saved: the officer changed their mind. */
const saved = answer<{ readonly saved: boolean }>()

/** What is read, printed and saved: for support, for customers, for the end of the day. */
export const reportCalls = {
  /** The log of events, as it would be saved. */
  'support:log': call({ takes: nothing, answers: answer<{ readonly text: string }>() }),
  /** Asks by the system's own dialog where to save it. */
  'support:save-log': call({ takes: nothing, answers: saved }),
  /** What somebody who helps needs to know, to be read first; the page reports the versions of its own databases. */
  'support:report': call({
    takes: v.strictObject({
      knownVersion: wholeNumber,
      found: v.pipe(
        v.array(v.strictObject({ environment: v.picklist(environments), version: wholeNumber })),
        // As many as a page may have: damaged ones are kept.
        v.maxLength(30),
      ),
    }),
    answers: answer<Readonly<Record<ReportForm, string>>>(),
    who: 'anyone',
  }),
  /** Saves the report that was shown last, as it was shown, where the system's own dialog says. */
  'support:save-report': call({
    takes: v.strictObject({ form: v.picklist(reportForms) }),
    answers: saved,
    who: 'anyone',
  }),

  /** What the page would print now, as a PDF: main asks by the system's own dialog where to save it. */
  'paper:save-pdf': call({
    takes: v.variant('paper', [
      v.strictObject({ paper: v.literal('customer-slip'), reference: SlipReferenceSchema }),
      v.strictObject({ paper: v.literal('pharmacy-slip') }),
      v.strictObject({ paper: v.literal('close-of-day'), day }),
      v.strictObject({ paper: v.literal('wall-page') }),
    ]),
    answers: saved,
  }),
  'day:report': call({ takes: v.strictObject({ day }), answers: answer<DayReport>() }),
  /** The same as a table for spreadsheet programs, saved where the officer says. */
  'day:save-csv': call({ takes: v.strictObject({ day }), answers: saved }),
}
