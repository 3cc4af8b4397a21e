import type { WrongClaim } from '#shared/claim/follow-up.ts'
import { notSentCauses, uncertainCauses } from '#shared/outbox/attempt-outcome.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import type { Tone } from '#shared/claim/say.ts'
import { serverReasons } from '#shared/claim/server-reasons.ts'
import { dayAndTime, isToday, moment, timeOfDay } from '#shared/language/format.ts'
import { plural, say, t } from '#renderer/i18n/index.ts'

/** What a line of the history says. */
interface Said {
  readonly tone: Tone
  readonly title: string
  readonly details: readonly string[]
}
/** A line of the history in words. */
export interface LineWords extends Said {
  readonly when: string
  /** The same, for machines. */
  readonly at: string
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

/** The lines of a claim that was marked as wrong: what was wrong, and when whom at the insurer was told. */
export function wrongWords({ at, by, what, told }: WrongClaim): readonly LineWords[] {
  const name = (officer: string | null) => (officer === null ? '' : t('history.line.by', { name: officer }))
  const mistake =
    what === undefined
      ? t('history.line.wrong')
      : t('history.line.wrong-what', { what: say(`fields.${what}`) })
  const marked = words('danger', at, mistake, name(by))
  if (told === undefined) return [marked]
  const { whom } = told
  const title = whom === '' ? t('history.line.told') : t('history.line.told-whom', { whom })
  return [marked, words('info', told.at, title, name(told.by))]
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

function said(tone: Tone, title: string, ...details: string[]): Said {
  return { tone, title, details: details.filter((text) => text !== '') }
}

function words(tone: Tone, at: string, title: string, ...details: string[]): LineWords {
  return { at, when: moment(at), ...said(tone, title, ...details) }
}

type Of<T extends HistoryLine['type']> = Extract<HistoryLine, { type: T }>

/** The outcome of an attempt that the insurer rejected. */
const refusal = 'rejected'
const outcomes = {
  delivered: { tone: 'success', doubt: null },
  [refusal]: { tone: 'danger', doubt: null },
  'not-sent': { tone: 'neutral', doubt: 'no-doubt' },
  'key-refused': { tone: 'warning', doubt: null },
  forbidden: { tone: 'warning', doubt: null },
  'rate-limited': { tone: 'neutral', doubt: null },
  uncertain: { tone: 'warning', doubt: 'in-doubt' },
} as const
const isKnown = (type: string): type is keyof typeof outcomes => Object.hasOwn(outcomes, type)

function attemptWords(line: Of<'attempt'>, state: EntryState): LineWords {
  const { tone, title, details } = outcomeSays(line.outcome)
  return {
    tone,
    when: spanText(line.openedAt, line.closedAt ?? line.openedAt),
    at: line.openedAt,
    title: `${t('history.line.try', { n: line.number })} ${title}`,
    details: [...details, ...saidOf(line, state)],
  }
}

function outcomeSays(outcome: string | null): Said {
  if (outcome === null) return said('info', t('history.line.open'))
  const [type = '', cause = '', code = ''] = outcome.split('/')
  if (!isKnown(type)) return said('neutral', t('history.line.other'))
  const { tone, doubt } = outcomes[type]
  const why = type === 'not-sent' ? notSentText(cause) : ''
  const title = t(`history.line.${type}`, { cause: causeText(cause) })
  const forIt = cause === 'garbled' ? t('common.for-it', { what: code }) : ''
  return said(tone, title, why, doubt === null ? '' : t(`history.line.${doubt}`), forIt)
}

// An entry is rejected once, and its state has the reasons. The line has only the general message.
function saidOf(line: Of<'attempt'>, state: EntryState): readonly string[] {
  if (line.outcome === refusal && 'fieldErrors' in state) {
    const { unread } = state
    if (unread === undefined) return serverReasons(state, say).map(({ text }) => text)
    return [say('rejected.unread'), t('common.for-it', { what: unread })]
  }
  return line.serverMessage === '' ? [] : [t('says.rejected.said', { message: line.serverMessage })]
}

function notSentText(cause: string): string {
  const known = notSentCauses.find((name) => name === cause)
  if (known === undefined) return ''
  const text = say(`not-sent.${known}`)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const candidateTones = { seen: 'warning', 'ruled-out': 'info', identified: 'success' } as const

type Reading = Of<'absent' | 'looked' | 'uncounted' | 'unread' | 'candidate'>

function readingWords(line: Reading): LineWords {
  const { firstAt, lastAt } = line
  return { at: firstAt, when: spanText(firstAt, lastAt), ...readingSays(line) }
}

function readingSays(line: Reading): Said {
  const { times } = line
  switch (line.type) {
    case 'absent':
      if (line.proof === null) return said('neutral', plural(`history.absent.${line.by}`, times))
      return line.isCorrected
        ? said('warning', plural(`history.absent.${line.by}`, 1), t('history.corrected'))
        : said('info', plural(`history.absent.${line.by}`, 1), t(`history.proofs.${line.proof}`))
    case 'looked':
      return said('neutral', plural(`history.looked-in-vain.${line.showed}`, times))
    case 'uncounted':
      return said('warning', plural('history.line.uncounted', times), t('history.uncounted'))
    case 'unread':
      return said(
        'warning',
        plural(`history.could-not-look.${line.by}`, times),
        `${t(`failure.${line.reason === 'other' ? 'unexpected' : line.reason}.title`)}.`,
      )
    case 'candidate':
      return said(candidateTones[line.step], plural(`history.candidate.${line.step}`, times))
  }
}

/** The cause of doubt in words; an unknown cause unchanged. */
function causeText(cause: string): string {
  const known = uncertainCauses.find((name) => name === cause)
  return known === undefined ? cause : say(`uncertain.${known}`)
}

/** From one moment to another; what began before a night says the day on which it ended, also today. */
function spanText(from: string, until: string): string {
  if (moment(from) === moment(until)) return moment(from)
  const end = new Date(until)
  return t('history.line.between', {
    from: moment(from),
    until: isToday(from, end) ? timeOfDay(until) : dayAndTime(end),
  })
}
