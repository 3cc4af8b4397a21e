import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { KeyStatus } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ReportForm } from '#shared/support-report.ts'
import type { AppStatusReporter } from '../../environment/app-status.ts'
import type { Workspace } from '../../environment/workspace.ts'
import { readLog } from '../../platform/log.ts'
import { say } from '../../texts/texts.ts'
import { reportJson, reportText } from './report-text.ts'
import { supportReport } from './support-report.ts'
import { writeDurably } from '../../platform/durable-file.ts'
import type { RequestHandlers } from '../../ipc/register.ts'

export interface SupportOptions {
  readonly workspace: Workspace
  readonly status: Pick<AppStatusReporter, 'now'>
  readonly dataFolder: string
  readonly keyStatus: (environment: Environment) => Promise<KeyStatus>
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
  const box: { asks: boolean; shown: Readonly<Record<ReportForm, string>> | null } = {
    asks: false,
    shown: null,
  }

  async function save(name: string, content: () => Promise<Result<string, Failure>>, title?: string): Saved {
    // One dialog at a time, however often the page asks.
    if (box.asks) return err({ type: 'not-possible-now' })
    box.asks = true
    try {
      const file = await chooseFile(name, title)
      if (file === null) return ok({ saved: false })
      const text = await content()
      const written = text.ok ? await writeDurably(file, text.value) : text
      return written.ok ? ok({ saved: true }) : written
    } finally {
      box.asks = false
    }
  }

  return {
    'support:log': async () => {
      const log = await readLog(dataFolder)
      return log.ok ? ok({ text: log.value }) : log
    },
    'support:save-log': () => save('claims-desk-log.jsonl', () => readLog(dataFolder)),
    'support:report': async (pageDatabases) => {
      const report = await supportReport({ ...options, now: () => new Date() }, pageDatabases)
      box.shown = { text: reportText(report), json: reportJson(report) }
      return ok(box.shown)
    },
    'support:save-report': async ({ form }) => {
      const { shown } = box
      // Save exactly what the officer has read, whatever happened since.
      if (shown === null) return err({ type: 'not-possible-now' })
      return await save(fileNames[form], () => Promise.resolve(ok(shown[form])), say('support.save'))
    },
  }
}
