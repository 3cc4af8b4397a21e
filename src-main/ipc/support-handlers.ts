import { err, ok } from '#shared/result.ts'
import { readLog } from '#main/shell/log.ts'
import { writeDurably } from '#main/vault/durable-file.ts'
import type { RequestHandlers } from './register.ts'

export interface SupportOptions {
  readonly dataFolder: string
  /** Asks the officer where to save a file of this name; null when nowhere. */
  readonly chooseFile: (name: string) => Promise<string | null>
}

/** Answers what the page asks about the log: its text, and saving it where the officer says. */
export function createSupportHandlers({
  dataFolder,
  chooseFile,
}: SupportOptions): Pick<RequestHandlers, 'support:log' | 'support:save-log'> {
  const box = { asks: false }
  async function choose(): Promise<string | null> {
    box.asks = true
    try {
      return await chooseFile('claims-desk-log.jsonl')
    } finally {
      box.asks = false
    }
  }
  return {
    'support:log': async () => {
      const log = await readLog(dataFolder)
      return log.ok ? ok({ text: log.value }) : log
    },
    'support:save-log': async () => {
      // One question at a time, however often the page asks.
      if (box.asks) return err({ type: 'not-possible-now' })
      const file = await choose()
      if (file === null) return ok({ saved: false })
      const log = await readLog(dataFolder)
      const written = log.ok ? await writeDurably(file, log.value) : log
      return written.ok ? ok({ saved: true }) : written
    },
  }
}
