import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ReportForm } from '#shared/support-report.ts'
import { readLog } from '../../platform/log.ts'
import { say } from '../../texts/texts.ts'
import { reportJson, reportText } from './report-text.ts'
import { supportReport, type ReportSource } from './support-report.ts'
import { writeDurably } from '../../platform/durable-file.ts'
import { refuseWhileBusy } from '../../platform/refuse-while-busy.ts'
import type { RequestHandlers } from '../../ipc/register.ts'

export interface SupportOptions extends Omit<ReportSource, 'now'> {
  /** Asks the officer where to save a file with this name; null when cancelled. */
  readonly chooseFile: (name: string, title?: string) => Promise<string | null>
}

type SupportChannel = Extract<keyof RequestHandlers, `support:${string}`>
type Saved = Promise<Result<{ readonly saved: boolean }, Failure>>

const fileNames: Readonly<Record<ReportForm, string>> = {
  text: 'claims-desk-report.txt',
  json: 'claims-desk-report.json',
}

/** Handles the page's calls about the log and the support report: their texts, and saving what was shown. */
export function createSupportHandlers(options: SupportOptions): Pick<RequestHandlers, SupportChannel> {
  const { dataFolder, chooseFile } = options
  const onlyOne = refuseWhileBusy()
  let shown: Readonly<Record<ReportForm, string>> | null = null

  const save = (name: string, content: () => Promise<Result<string, Failure>>, title?: string): Saved =>
    onlyOne<{ readonly saved: boolean }>(async () => {
      const file = await chooseFile(name, title)
      if (file === null) return ok({ saved: false })
      const text = await content()
      const written = text.ok ? await writeDurably(file, text.value) : text
      return written.ok ? ok({ saved: true }) : written
    })

  return {
    'support:log': async () => {
      const log = await readLog(dataFolder)
      return log.ok ? ok({ text: log.value }) : log
    },
    'support:save-log': () => save('claims-desk-log.jsonl', () => readLog(dataFolder)),
    'support:report': async () => {
      const report = await supportReport({ ...options, now: () => new Date() }, false)
      shown = { text: reportText(report), json: reportJson(report) }
      return ok(shown)
    },
    'support:save-report': async ({ form }) => {
      // Save exactly what the officer has read, whatever happened since.
      const read = shown?.[form]
      if (read === undefined) return err({ type: 'not-possible-now' })
      return await save(fileNames[form], () => Promise.resolve(ok(read)), say('support.save'))
    },
  }
}
