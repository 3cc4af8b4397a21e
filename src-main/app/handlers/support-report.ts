import { err, ok } from '#shared/result.ts'
import { say } from '#main/platform/texts/texts.ts'
import { supportReport, type ReportSource } from '#main/office/reports/support/support-report.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'
import type { HandlersOf } from './register.ts'

export interface SupportOptions extends ReportSource {
  /** Asks the officer where to save a file with this name; null when cancelled. */
  readonly chooseFile: (name: string, title: string) => Promise<string | null>
}

/** Handles the page's calls about the support report: its text, and saving what was shown. */
export function createSupportHandlers(options: SupportOptions): HandlersOf<'support'> {
  const onlyOne = refuseWhileBusy()
  let shown: string | null = null

  return {
    'support:report': async () => {
      const report = await supportReport(options, { isForHeadOffice: false })
      shown = `${JSON.stringify(report, null, 2)}\n`
      return ok({ text: shown })
    },
    'support:save-report': async () => {
      // Save exactly what the officer has read, whatever happened since.
      const read = shown
      if (read === null) return err({ type: 'not-possible-now' })
      return await onlyOne<{ readonly saved: boolean }>(async () => {
        const file = await options.chooseFile('claims-desk-report.json', say('save-report'))
        if (file === null) return ok({ saved: false })
        const written = await writeDurably(file, read)
        return written.ok ? ok({ saved: true }) : written
      })
    },
  }
}
