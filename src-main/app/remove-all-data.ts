import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { typedComputerNumber } from '#shared/domain/computer-number.ts'
import { environments, remoteEnvironments } from '#shared/domain/product.ts'
import { ThisComputer } from '#main/office/backup/this-computer.ts'
import { isNewInstallation, mayHoldUnsent } from '#main/office/environment/closed-environment.ts'
import type { CommandOutcome } from './set-up-command.ts'
import { notWritableCode } from '#main/shell/start-checks.ts'
import { say } from '#main/platform/texts/texts.ts'

/** Exit codes, as docs/provisioning.md lists them. */
const notConfirmedCode = 14
const unsentCode = 15

/** In this order: without the keys nothing else can be read, even if the rest fails. */
const mustGo: readonly string[] = ['data-key.json', 'keys', ...environments]

/**
 * Removes everything that this computer holds. Asked twice: the first time it says the computer's number, and only with
 * that it removes anything.
 *
 * @param typed the computer's number; anything else only asks
 */
export async function removeAllData(folder: string, typed: string): Promise<CommandOutcome> {
  // Refuses a folder that is not ours, which would lose its content.
  const number = isNewInstallation(folder) ? null : await new ThisComputer(folder).number()
  if (number === null) return { code: notWritableCode, line: say('remove-data.failed', { folder }) }
  const isUnsent = remoteEnvironments.some((name) => mayHoldUnsent(folder, name))
  if (isUnsent) return { code: unsentCode, line: say('remove-data.unsent') }
  if (typedComputerNumber(typed) !== number)
    return { code: notConfirmedCode, line: say('remove-data.confirm', { number }) }
  for (const name of [...mustGo, ...readdirSync(folder)])
    // Chromium holds some files of its own until this process has ended.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  return mustGo.some((name) => existsSync(join(folder, name)))
    ? { code: notWritableCode, line: say('remove-data.failed', { folder }) }
    : { code: 0, line: say('remove-data.done', { folder }) }
}
