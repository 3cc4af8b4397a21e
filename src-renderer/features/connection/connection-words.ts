import type { ClockDifference, ConnectivityKind } from '#shared/connectivity.ts'
import { isTlsKind } from '#shared/connectivity.ts'
import type { KeyTrouble } from '#shared/contract/app-status.ts'
import type { Tone } from '#shared/claim/say.ts'
import { dayAndTime } from '#shared/language/format.ts'
import { inWords, say, t } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'
import { durationText } from '#shared/claim/duration.ts'

/** The colour of a connection state; it only supports the words. */
function kindTone(kind: ConnectivityKind): Tone {
  if (kind === 'works') return 'success'
  return kind === 'key-refused' || kind === 'no-key' || isTlsKind(kind) ? 'danger' : 'warning'
}

/** The current state in words, with what to do. */
export function nowWords(
  kind: ConnectivityKind | null,
  {
    isCutOff,
    keyTrouble = null,
  }: {
    /** The practice server is simulating a lost connection. */
    readonly isCutOff: boolean
    /** Why a key that was entered is not there. */
    readonly keyTrouble?: KeyTrouble | null
  },
  now: Date = new Date(),
): Words & { readonly tone: Tone } {
  if (isCutOff) return { tone: 'warning', ...inWords('cut-off') }
  if (kind === null) return { tone: 'neutral', ...inWords('connection.not-tried') }
  const isTrouble = kind === 'no-key' && keyTrouble !== null
  const key = isTrouble ? (`key-trouble.${keyTrouble}` as const) : (`connection.kind.${kind}` as const)
  return { tone: kindTone(kind), ...inWords(key, { date: dayAndTime(now) }) }
}

/** The clock difference in words: a title and what to do. */
export function clockWords(clock: ClockDifference | null): Words {
  if (clock === null) return inWords('connection.clock.unknown')
  const parts = {
    duration: durationText(clock.aheadMs, say),
    direction: t(clock.aheadMs > 0 ? 'connection.clock.ahead' : 'connection.clock.behind'),
  }
  if (clock.isWrong) return inWords('connection.clock.wrong', parts)
  const isLittle = Math.abs(clock.aheadMs) >= 30_000
  return { title: t(`connection.clock.${isLittle ? 'a-little' : 'right'}`, parts), text: '' }
}
