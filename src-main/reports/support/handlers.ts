import { err, ok } from '#shared/result.ts'
import type { ReportForm } from '#shared/support-report.ts'
import { say } from '../../texts/texts.ts'
import { reportJson, reportText } from './report-text.ts'
import { supportReport, type ReportSource } from './support-report.ts'
import { writeDurably } from '../../platform/durable-file.ts'
import { refuseWhileBusy } from '../../platform/refuse-while-busy.ts'
import type { RequestHandlers } from '../../ipc/register.ts'

export interface SupportOptions extends Omit<ReportSource, 'now'> {
  /** Asks the officer where to save a file with this name; null when cancelled. */
  readonly chooseFile: (name: string, title: string) => Promise<string | null>
}

type SupportChannel = Extract<keyof RequestHandlers, `support:${string}`>
const fileNames: Readonly<Record<ReportForm, string>> = {
  text: 'claims-desk-report.txt',
  json: 'claims-desk-report.json',
}

/** Handles the page's calls about the support report: its texts, and saving what was shown. */
export function createSupportHandlers(options: SupportOptions): Pick<RequestHandlers, SupportChannel> {
  const onlyOne = refuseWhileBusy()
  let shown: Readonly<Record<ReportForm, string>> | null = null

  return {
    'support:report': async (pageDatabases) => {
      const report = await supportReport({ ...options, now: () => new Date() }, pageDatabases)
      shown = { text: reportText(report), json: reportJson(report) }
      return ok(shown)
    },
    'support:save-report': async ({ form }) => {
      // Save exactly what the officer has read, whatever happened since.
      const read = shown?.[form]
      if (read === undefined) return err({ type: 'not-possible-now' })
      return await onlyOne<{ readonly saved: boolean }>(async () => {
        const file = await options.chooseFile(fileNames[form], say('support.save'))
        if (file === null) return ok({ saved: false })
        const written = await writeDurably(file, read)
        return written.ok ? ok({ saved: true }) : written
      })
    },
  }
}
