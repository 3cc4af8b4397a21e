import { notSentCauses, uncertainCauses } from '#shared/outbox/attempt-outcome.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import type { Tone } from '#shared/claim/say.ts'
import { serverReasons } from '#shared/claim/server-reasons.ts'
import { moment, timeOfDay } from '#shared/language/format.ts'
import { plural, say, t } from '#renderer/i18n/index.ts'

/** A line of the history in words. */
export interface LineWords {
  readonly tone: Tone
  readonly when: string
  /** For the machine-readable time; null for a line without one. */
  readonly at: string | null
  readonly title: string
  readonly details: readonly string[]
}

/** One line of an entry's history in plain words. @param state the entry's current state; it has the full reasons. */
export function lineWords(line: HistoryLine, state: EntryState): LineWords {
  switch (line.type) {
    case 'accepted':
      return words('neutral', line.at, t('history.line.accepted'))
    case 'attempt':
      return attemptWords(line, state)
    case 'absent':
    case 'looked':
    case 'uncounted':
    case 'unread':
    case 'candidate':
      return readingWords(line)
    case 'unprovable':
      return words('warning', line.at, t('history.line.unprovable'), say(`review.${line.why}`))
    case 'officer':
      return words('info', line.at, t(`history.decisions.${line.decision}`))
    case 'found':
      return words(
        'success',
        line.at,
        line.claimId === null
          ? t('history.line.shown')
          : t('history.line.found', { id: String(line.claimId) }),
      )
    case 'surplus':
      return words('danger', line.at, t('history.line.surplus', { id: String(line.claimId) }))
    case 'surplus-acknowledged':
      return words('info', line.at, t('history.line.surplus-acknowledged'))
  }
}

/** Whether times go backwards anywhere because the clock was changed in between. */
export function isOutOfOrder(lines: readonly HistoryLine[]): boolean {
  const times = lines.flatMap((line) => timesOf(line)).map((iso) => Date.parse(iso))
  return times.some((time, index) => time < (times[index - 1] ?? -Infinity))
}

function timesOf(line: HistoryLine): readonly string[] {
  if (line.type === 'attempt') return [line.openedAt, ...(line.closedAt === null ? [] : [line.closedAt])]
  // Readings of different kinds alternate, so only the first of each kind is in order.
  if ('firstAt' in line) return [line.firstAt]
  return 'at' in line ? [line.at] : []
}

function words(tone: Tone, at: string, title: string, ...details: string[]): LineWords {
  return { tone, at, when: moment(at), title, details }
}

type Of<T extends HistoryLine['type']> = Extract<HistoryLine, { type: T }>

const uncertainTone = 'warning'
/** The outcome of an attempt that the insurer rejected. */
const refusal = 'rejected'
const outcomes = {
  delivered: { tone: 'success', doubt: null },
  [refusal]: { tone: 'danger', doubt: null },
  'not-sent': { tone: 'neutral', doubt: 'no-doubt' },
  'key-refused': { tone: 'warning', doubt: null },
  forbidden: { tone: 'warning', doubt: null },
  'rate-limited': { tone: 'neutral', doubt: null },
} as const

function attemptWords(line: Of<'attempt'>, state: EntryState): LineWords {
  const name = t('history.line.try', { n: line.number })
  const when =
    line.closedAt === null || timeOfDay(line.closedAt) === timeOfDay(line.openedAt)
      ? moment(line.openedAt)
      : t('history.line.between', { from: moment(line.openedAt), until: timeOfDay(line.closedAt) })
  const said = saidOf(line, state)
  const inWords = (tone: Tone, title: string, ...details: string[]): LineWords => ({
    tone,
    when,
    at: line.openedAt,
    title: `${name} ${title}`,
    details: [...details, ...said],
  })
  if (line.outcome === null) return inWords('info', t('history.line.open'))
  const [type, cause = ''] = line.outcome.split('/')
  if (type === 'uncertain') {
    return inWords(
      uncertainTone,
      t('history.line.uncertain', { cause: causeText(cause) }),
      t('history.line.in-doubt'),
    )
  }
  const known = outcomeNames.find((outcome) => outcome === type)
  if (known === undefined) return inWords('neutral', t('history.line.other'))
  const { tone, doubt } = outcomes[known]
  const why = type === 'not-sent' ? notSentText(cause) : ''
  const details = [why, doubt === null ? '' : t(`history.line.${doubt}`)].filter((text) => text !== '')
  return inWords(tone, t(`history.line.${known}`), ...details)
}

// An entry is rejected once, and its state has the reasons. The line has only the general message.
function saidOf(line: Of<'attempt'>, state: EntryState): readonly string[] {
  if (line.outcome === refusal && 'fieldErrors' in state) {
    return serverReasons(state, say).map(({ text }) => text)
  }
  return line.serverMessage === '' ? [] : [t('says.rejected.said', { message: line.serverMessage })]
}

const outcomeNames = [
  'delivered',
  'rejected',
  'not-sent',
  'key-refused',
  'forbidden',
  'rate-limited',
] as const

function notSentText(cause: string): string {
  const known = notSentCauses.find((name) => name === cause)
  if (known === undefined) return ''
  const text = say(`not-sent.${known}`)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const candidateTones = { seen: 'warning', 'ruled-out': 'info', identified: 'success' } as const

function readingWords(line: Of<'absent' | 'looked' | 'uncounted' | 'unread' | 'candidate'>): LineWords {
  const { firstAt, lastAt, times } = line
  const when =
    times === 1 || moment(firstAt) === moment(lastAt)
      ? moment(firstAt)
      : t('history.line.between', { from: moment(firstAt), until: untilText(firstAt, lastAt) })
  const inWords = (tone: Tone, title: string, ...details: string[]): LineWords => ({
    tone,
    when,
    at: firstAt,
    title,
    details,
  })
  switch (line.type) {
    case 'absent':
      if (line.proof === null) return inWords('neutral', plural(`history.absent.${line.by}`, times))
      return line.isCorrected
        ? inWords('warning', plural(`history.absent.${line.by}`, 1), t('history.corrected'))
        : inWords('info', plural(`history.absent.${line.by}`, 1), t(`history.proofs.${line.proof}`))
    case 'looked':
      return inWords('neutral', plural(`history.looked-in-vain.${line.showed}`, times))
    case 'uncounted':
      return inWords(
        'warning',
        plural('history.line.uncounted', times),
        t(`history.uncounted.${line.reason}`),
      )
    case 'unread':
      return inWords(
        'warning',
        plural(`history.could-not-look.${line.by}`, times),
        `${t(`failure.${line.reason === 'other' ? 'unexpected' : line.reason}.title`)}.`,
      )
    case 'candidate':
      return inWords(candidateTones[line.step], plural(`history.candidate.${line.step}`, times))
  }
}

/** The cause of doubt in words; an unknown cause unchanged. */
function causeText(cause: string): string {
  const known = uncertainCauses.find((name) => name === cause)
  return known === undefined ? cause : say(`uncertain.${known}`)
}

function untilText(from: string, until: string): string {
  const isSameDay = new Date(from).toDateString() === new Date(until).toDateString()
  return isSameDay ? timeOfDay(until) : moment(until)
}
