import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { SetUpRefusal } from '#shared/contract/set-up.ts'
import { longestPassphrase } from '#shared/domain/passphrase.ts'
import { protectionStatus, type ProtectionSource } from '#main/platform/keys/protection.ts'
import type { AppServices } from './services.ts'
import { firstLineOf } from '#main/platform/first-line.ts'
import { notWritableCode, type SetUpCommand } from '#main/shell/start-checks.ts'
import { say } from '#main/platform/texts/texts.ts'

/** How a command ended: what the process ends with, and one plain line. */
export interface CommandOutcome {
  readonly code: number
  readonly line: string
}

/** Each refusal has a code of its own, for scripts; docs/provisioning.md lists them. */
export const setUpCodes: Readonly<Record<SetUpRefusal, number>> = {
  'no-file': 2,
  'unreadable-file': 3,
  'not-ours': 3,
  damaged: 3,
  newer: 3,
  'wrong-passphrase': 4,
  expired: 5,
  'taken-in-before': 6,
  'in-use': 7,
  'set-by-organisation': 8,
  'key-refused': 9,
  'no-keyring': 10,
  'no-connection': 16,
}

/** Windows writes the key of its store some seconds after the first start, and keeps it for sure after a minute. */
const storeLimitMs = 75_000

/** Sets this computer up from the file. Nothing is asked: the command is the consent. */
export async function setUpByCommand(
  { setUp, orders }: Pick<AppServices, 'setUp' | 'orders'>,
  protection: ProtectionSource,
  { file, passphraseFile }: SetUpCommand,
): Promise<CommandOutcome> {
  const passphrase = passphraseIn(passphraseFile)
  if (passphrase === null) return { code: 2, line: say('set-up.no-passphrase') }
  if (!(await keeps(protection))) return refusedBy('no-keyring')
  const chosen = await setUp.choose(file)
  if (chosen.type === 'refused') return refusedBy(chosen.why)
  const taken = await setUp.takeIn(passphrase)
  if (!taken.ok) {
    return { code: notWritableCode, line: `${say('set-up.not-written')} ${say('set-up.nothing')}` }
  }
  const answer = taken.value
  if (answer.type === 'refused') return refusedBy(answer.why)
  if (answer.type === 'cancelled') return refusedBy('no-file')
  // The status that is written at the end has the number of the key.
  await orders.reload()
  return { code: 0, line: answer.says }
}

function refusedBy(why: SetUpRefusal): CommandOutcome {
  return { code: setUpCodes[why], line: `${say(`set-up.refused.${why}`)} ${say('set-up.nothing')}` }
}

/** Its first line; null where it cannot be read. */
function passphraseIn(file: string | null): string | null {
  try {
    const text = firstLineOf(readFileSync(file ?? 0))
    return text === null || text === '' || text.length > longestPassphrase ? null : text
  } catch {
    return null
  }
}

/** Whether the system keeps the key beyond this process, which ends in a moment. */
async function keeps(protection: ProtectionSource): Promise<boolean> {
  if ((await protectionStatus(protection)).level !== 'os') return false
  const { isStoreKept = () => true } = protection
  for (let waitedMs = 0; !isStoreKept(); waitedMs += 1_000) {
    if (waitedMs >= storeLimitMs) return false
    await after(1_000)
  }
  return true
}
