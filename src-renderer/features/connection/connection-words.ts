import type { ClockDifference, ConnectivityKind } from '#shared/connectivity.ts'
import { isTlsKind } from '#shared/connectivity.ts'
import type { KeyTrouble } from '#shared/contract/app-status.ts'
import type { Tone } from '#shared/claim/say.ts'
import { dayAndTime } from '#shared/language/format.ts'
import { say, t } from '#renderer/i18n/index.ts'
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
): { readonly tone: Tone; readonly title: string; readonly todo: string } {
  if (isCutOff) return { tone: 'warning', title: t('cut-off.title'), todo: t('cut-off.todo') }
  if (kind === 'no-key' && keyTrouble !== null) {
    const trouble = `key-trouble.${keyTrouble}` as const
    return { tone: kindTone(kind), title: t(`${trouble}.title`), todo: t(`${trouble}.todo`) }
  }
  if (kind === null) {
    return { tone: 'neutral', title: t('connection.not-tried'), todo: t('connection.not-tried-todo') }
  }
  return {
    tone: kindTone(kind),
    title: t(`connection.kind.${kind}.title`),
    todo: t(`connection.kind.${kind}.todo`, { date: dayAndTime(now) }),
  }
}

/** The clock difference in words: a title and what to do. */
export function clockWords(clock: ClockDifference | null): { readonly title: string; readonly todo: string } {
  if (clock === null) {
    return { title: t('connection.clock.unknown'), todo: t('connection.clock.unknown-detail') }
  }
  const parts = {
    duration: durationText(clock.aheadMs, say),
    direction: t(clock.aheadMs > 0 ? 'connection.clock.ahead' : 'connection.clock.behind'),
  }
  if (clock.isWrong) {
    return { title: t('connection.clock.wrong', parts), todo: t('connection.clock.wrong-todo') }
  }
  const isLittle = Math.abs(clock.aheadMs) >= 30_000
  return {
    title: isLittle ? t('connection.clock.a-little', parts) : t('connection.clock.right'),
    todo: '',
  }
}
