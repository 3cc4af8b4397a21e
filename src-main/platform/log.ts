import { join } from 'node:path'
import electronLog from 'electron-log/node'
import { ok, type Result } from '#shared/result.ts'
import { readText, type FileFailure } from './durable-file.ts'

/** What may be logged of an event: names, codes and counts, never what an officer typed or a server said. */
export type LogCodes = Readonly<Record<string, string | number | boolean>>

export interface Log {
  /** Logs an event. `name` is a fixed kebab-case name. */
  event(name: string, codes?: LogCodes): void
}

// Words such as `ECONNRESET`, `TypeError`, `outbox:accept`: too short and too plain for a key, a name or a number.
const codeWord = /^[A-Za-z][A-Za-z:_-]{0,38}\d{0,3}$/

/** The line of an event, as JSON. Text that does not look like a code is left out at the source. */
export function logLine(name: string, codes: LogCodes = {}, at: Date = new Date()): string {
  const safeCodes = Object.entries(codes).map(([key, value]): [string, string | number | boolean] => [
    key,
    typeof value === 'string' && !codeWord.test(value) ? '(left out)' : value,
  ])
  return JSON.stringify({ at: at.toISOString(), event: name, ...Object.fromEntries(safeCodes) })
}

const logFile = (folder: string): string => join(folder, 'logs', 'main.log')
const olderLogFile = (folder: string): string => join(folder, 'logs', 'main.old.log')
const maxBytes = 1_000_000
// Stryker disable next-line StringLiteral: any name would do, as the folder is given.
const loggerName = 'claims-desk'

/** The whole log, oldest line first. Errors: an existing file cannot be read. */
export async function readLog(folder: string): Promise<Result<string, FileFailure>> {
  const older = await readText(olderLogFile(folder))
  const newer = await readText(logFile(folder))
  if (!older.ok) return older
  return newer.ok ? ok((older.value ?? '') + (newer.value ?? '')) : newer
}

/** Logs to `<folder>/logs/main.log`, at most 1 MB plus one older file. Nothing is printed or sent anywhere. */
export function createLog({ folder }: { readonly folder: string }): Log {
  // Stryker disable next-line ObjectLiteral: it separates the loggers of one process, and we have one.
  const logger = electronLog.create({ logId: loggerName })
  // The default logger would print every file that cannot be written, with its path.
  for (const { transports } of [electronLog, logger]) transports.console.writeFn = () => undefined
  // Otherwise it looks for a package.json near the working directory, and writes nothing if there is none.
  // Stryker disable next-line CallExpression: tests run where there is one.
  logger.transports.file.setAppName(loggerName)
  logger.transports.file.resolvePathFn = () => logFile(folder)
  logger.transports.file.format = '{text}'
  logger.transports.file.maxSize = maxBytes
  logger.transports.file.writeOptions = { flag: 'a', mode: 0o600 }
  return {
    event(name, codes) {
      logger.info(logLine(name, codes))
    },
  }
}
