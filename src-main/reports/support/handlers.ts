import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { readLog } from '../../platform/log.ts'
import { say } from '../../texts/texts.ts'
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

/** Handles the page's calls about the log and the support report: their texts, and saving what was shown. */
export function createSupportHandlers(options: SupportOptions): Pick<RequestHandlers, SupportChannel> {
  const { dataFolder, chooseFile } = options
  const onlyOne = refuseWhileBusy()
  let shown: string | null = null

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
    'support:report': async (pageDatabases) => {
      const report = await supportReport({ ...options, now: () => new Date() }, pageDatabases)
      shown = `${JSON.stringify(report, null, 2)}\n`
      return ok({ text: shown })
    },
    'support:save-report': async () => {
      // Save exactly what the officer has read, whatever happened since.
      const read = shown
      if (read === null) return err({ type: 'not-possible-now' })
      return await save('claims-desk-report.json', () => Promise.resolve(ok(read)), say('save-report'))
    },
  }
}
