import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { writeDurably } from '#main/platform/durable-file.ts'
import type { AppServices } from './services.ts'
import type { CommandOutcome } from './set-up-command.ts'
import { isRunningCode, notWritableCode, writtenAtMs } from '#main/shell/start-checks.ts'
import { say } from '#main/platform/texts/texts.ts'

const askEveryMs = 100
/** A report takes a moment; an application that is still starting takes longer. */
const patienceMs = 20_000

/** Writes the report for support into a file, as its screen shows it (`--support-report FILE`). */
export async function writeSupportReport(
  handlers: Pick<AppServices['handlers'], 'support:report'>,
  file: string,
): Promise<CommandOutcome> {
  if (!hasFolder(file)) return notWritten(file)
  const made = await handlers['support:report'](undefined)
  const written = made.ok ? await writeDurably(file, made.value.text) : made
  return written.ok ? { code: 0, line: say('support-report.written', { file }) } : notWritten(file)
}

/** One on a share that is not connected is not made beside it. */
const hasFolder = (file: string): boolean => existsSync(dirname(file))

function notWritten(file: string): CommandOutcome {
  return { code: notWritableCode, line: say('support-report.not-written', { file }) }
}

/**
 * The same by the application that runs here already, which was asked to: waits until the file is new.
 *
 * @param beforeMs when it was written last, before that was asked
 */
export async function awaitSupportReport(file: string, beforeMs: number | null): Promise<CommandOutcome> {
  if (!hasFolder(file)) return notWritten(file)
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += askEveryMs) {
    // Compared with itself: the clock of a share is another one.
    const nowMs = writtenAtMs(file)
    if (nowMs !== null && nowMs !== beforeMs)
      return { code: 0, line: say('support-report.written', { file }) }
    await after(askEveryMs)
  }
  return { code: isRunningCode, line: say('support-report.busy') }
}
