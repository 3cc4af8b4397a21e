import { uncertainCauses } from '#shared/outbox/attempt-outcome.ts'
import type { EntrySummary, EntryState } from '#shared/outbox/entry.ts'
import {
  isDecidable,
  isForbidden,
  isRejected,
  isReceived,
  isSending,
  isUnconfirmed,
  isUndelivered,
  isWaiting,
} from '#shared/outbox/predicates.ts'
import { awaitsFiles, hasLostFile } from '#shared/outbox/entry-files.ts'
import { needsYou } from './attention.ts'
import { filesTone, filesText, unremovedText } from './file-words.ts'
import type { HelpTopic } from '#renderer/features/help/topics.ts'
import type { Tone } from '#renderer/ui/tone.ts'
import { rejectionSentence } from '#renderer/features/claims/server-reasons.ts'
import { moment } from '#renderer/i18n/format.ts'
import { plural, t } from '#renderer/i18n/index.ts'

/** What an entry is: "Keke claim", "Pharmacy request". */
export function whatText({ product }: Pick<EntrySummary, 'product'>): string {
  return t(product === null ? 'outbox.what.request' : `outbox.what.${product}`)
}

/** What an entry is, inside a sentence. */
export function whatInSentence({ kind }: EntrySummary): string {
  return t(kind === 'claim' ? 'outbox.what.in-sentence-claim' : 'outbox.what.in-sentence-request')
}

const tones: Readonly<Record<EntryState['name'], Tone>> = {
  queued: 'neutral',
  sending: 'info',
  unconfirmed: 'warning',
  'needs-review': 'danger',
  delivered: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

/** The colour that supports the words. */
export function stateTone(state: Pick<EntryState, 'name'>): Tone {
  return tones[state.name]
}

/** The name of a state. */
export function stateName(name: EntryState['name']): string {
  return t(`outbox.state.${name}`)
}

/** An entry's state in a word or two. */
export function stateText(entry: Pick<EntrySummary, 'kind' | 'state' | 'files'>): string {
  if (awaitsFiles(entry)) return t(hasLostFile(entry) ? 'files.badge-lost' : 'files.badge')
  // Nothing is being confirmed: the insurer has no list of requests, so only a person can find out.
  if (entry.kind === 'pharmacy-request' && isUnconfirmed(entry.state)) return stateName('needs-review')
  return isForbidden(entry.state) ? t('outbox.refused-alone.badge') : stateName(entry.state.name)
}

/** The colour that supports those words. */
export function entryTone(entry: Pick<EntrySummary, 'state' | 'files'>): Tone {
  return entry.files !== null && awaitsFiles(entry) ? filesTone(entry.files.hold) : stateTone(entry.state)
}

/** What help explains the entry's situation. */
export function topicOf(entry: EntrySummary): HelpTopic {
  const { state, candidates, duplicateClaimIds } = entry
  if (duplicateClaimIds.length > 0) return 'listed-twice'
  if (candidates > 0) return 'candidate'
  if (awaitsFiles(entry)) return 'files'
  return isForbidden(state) ? 'refused-alone' : `state-${state.name}`
}

/** The name of that situation. */
export function topicText(entry: EntrySummary): string {
  if (entry.duplicateClaimIds.length > 0) return t('outbox.duplicate-badge')
  return entry.candidates > 0 ? t('outbox.candidate-badge') : stateText(entry)
}

/** The colour that supports that name. */
export function topicTone(entry: EntrySummary): Tone {
  if (entry.duplicateClaimIds.length > 0) return 'danger'
  return entry.candidates > 0 ? 'warning' : entryTone(entry)
}

/** When the entry entered its state (ISO). */
export function stateSince(state: EntryState): string {
  return 'since' in state ? state.since : state.at
}

/** Since when it has been in its state; for a final state, when that was reached. */
export function sinceText(state: EntryState): string {
  const when = moment(stateSince(state))
  return 'since' in state ? t('outbox.since', { when }) : when
}

/** Why the entry is in its state, in sentences. */
export function reasonText(entry: EntrySummary): string {
  const { kind, state, attempts, candidates, duplicateClaimIds, files } = entry
  if (duplicateClaimIds.length > 0) return t('outbox.duplicate', { ids: duplicateClaimIds.join(', ') })
  if (candidates > 0) return plural('outbox.candidates', candidates)
  if (files !== null && awaitsFiles(entry)) return filesText(files)
  switch (state.name) {
    case 'queued':
      return state.reason.type === 'not-sent'
        ? t('outbox.queued.not-sent', { cause: t(`outbox.not-sent.${state.reason.cause}`) })
        : t(`outbox.queued.${state.reason.type}`)
    case 'sending':
      return ''
    case 'unconfirmed': {
      if (state.cause === 'copied-here') return copiedText(kind, state.absentReadings)
      const cause = t('outbox.unconfirmed', { cause: t(`outbox.uncertain.${state.cause}`) })
      if (kind === 'pharmacy-request') return `${cause} ${t('outbox.unconfirmed-request')}`
      const looked =
        state.absentReadings > 0 ? ` ${plural('outbox.absent-readings', state.absentReadings)}` : ''
      return `${cause} ${t('outbox.unconfirmed-claim')}${looked}`
    }
    case 'needs-review':
      // An entry that this computer never tried came from a backup.
      if (attempts === 0) return t('outbox.copied-review')
      return t(`outbox.needs-review.${state.why}`, { n: attempts })
    case 'delivered':
      return t(`outbox.proof.${state.proof}`)
    case 'rejected':
      return isForbidden(state) ? t('outbox.refused-alone.says') : rejectionSentence(state)
    case 'withdrawn':
      return [t(`outbox.withdrawn-${state.to}`), unremovedText(files)].filter((text) => text !== '').join(' ')
  }
}

/** Whether it came from a backup and was never sent from here; the other computer may have sent it. */
export function isUntriedCopy({ state, attempts }: Pick<EntrySummary, 'state' | 'attempts'>): boolean {
  return isDecidable(state) && (attempts === 0 || ('cause' in state && state.cause === 'copied-here'))
}

function copiedText(kind: EntrySummary['kind'], absentReadings: number): string {
  if (kind === 'pharmacy-request') return t('outbox.copied-request')
  const looked = absentReadings > 0 ? ` ${plural('outbox.absent-readings', absentReadings)}` : ''
  return t('outbox.copied-claim') + looked
}

/** How often it was tried. */
export function triesText({ attempts }: EntrySummary): string {
  return plural('outbox.tries', attempts)
}

/** Who captured it; null if there were no officers at the time. */
export function capturedText({ capturedBy }: Pick<EntrySummary, 'capturedBy'>): string | null {
  return capturedBy === null ? null : t('officers.captured-by', { name: capturedBy })
}

/** How an attempt ended, in words. Main writes `uncertain/<cause>` for the doubtful ones. */
export function outcomeText(outcome: string | null): string {
  if (outcome === null) return t('outbox.detail.open')
  const [type, cause] = outcome.split('/')
  if (type === 'uncertain') return t('outbox.history.uncertain', { cause: causeText(cause ?? '') })
  const known = (
    ['delivered', 'rejected', 'not-sent', 'key-refused', 'forbidden', 'rate-limited'] as const
  ).find((name) => name === type)
  return known === undefined ? t('outbox.history.other', { outcome }) : t(`outbox.history.${known}`)
}

/** The cause of doubt in words; an unknown cause unchanged. */
export function causeText(cause: string): string {
  const known = uncertainCauses.find((name) => name === cause)
  return known === undefined ? cause : t(`outbox.uncertain.${known}`)
}

export const groups = [
  'all',
  'needs-officer',
  'waiting',
  'sending',
  'unconfirmed',
  'rejected',
  'received',
  // Listed by main: what was taken out is not among the entries.
  'taken-back',
] as const
export type Group = (typeof groups)[number]

const members: Readonly<Record<Group, (entry: EntrySummary) => boolean>> = {
  all: () => true,
  'needs-officer': needsYou,
  waiting: ({ state }) => isWaiting(state),
  sending: ({ state }) => isSending(state),
  unconfirmed: ({ state }) => isUnconfirmed(state),
  rejected: ({ state }) => isRejected(state) || isForbidden(state),
  received: ({ state }) => isReceived(state),
  'taken-back': () => false,
}

/** How many entries a group has. */
export function countOf(group: Group, entries: readonly EntrySummary[]): number {
  return entries.reduce((count, entry) => count + (members[group](entry) ? 1 : 0), 0)
}

/** The entries of a group: those that need a decision, then open ones, then settled ones. */
export function entriesOf(group: Group, entries: readonly EntrySummary[]): readonly EntrySummary[] {
  const found = entries.filter((entry) => members[group](entry))
  const ranks = new Map(found.map((entry) => [entry, urgency(entry)]))
  return found.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
}

function urgency(entry: EntrySummary): number {
  if (needsYou(entry) || isRejected(entry.state)) return 0
  return isUndelivered(entry.state) ? 1 : 2
}
