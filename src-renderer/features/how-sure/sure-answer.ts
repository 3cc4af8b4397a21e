import type { KeyTrouble } from '#shared/contract/app-status.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { awaitsFiles, type EntryFiles } from '#shared/outbox/entry-files.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { isForbidden } from '#shared/outbox/predicates.ts'
import type { Tone } from '#renderer/ui/tone.ts'
import { rejectionSentence, serverReasons } from '#renderer/features/claims/server-reasons.ts'
import { isToday, moment } from '#renderer/i18n/format.ts'
import type { SureAnswer } from '#renderer/i18n/en-sure.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import { filesTone, uploadedText } from '#renderer/features/outbox/file-words.ts'
import { nextStep } from '#renderer/features/outbox/next-step.ts'
import { holdText, rankedHolds } from '#renderer/app/layout/status-line.ts'

/** The answer to "Delivery status" in words. */
export interface Answer {
  readonly tone: Tone
  readonly verdict: string
  readonly says: string
  readonly next: string
}

export interface AnswerFacts {
  readonly entry: EntrySummary
  readonly lines: readonly HistoryLine[]
  readonly holds: readonly Hold[]
  readonly now: Date
  /** The practice server is simulating a lost connection. */
  readonly isCutOff: boolean
  /** Why a key that was entered is not there. */
  readonly keyTrouble?: KeyTrouble | null
}

type Parts = Readonly<Record<string, string | number>>

/** How sure it is that the insurer has an entry, why, and what happens next; a pure function of the data. */
export function sureAnswer(facts: AnswerFacts): Answer {
  const { entry } = facts
  if (entry.duplicateClaimIds.length > 0) {
    return say('listed-twice', 'danger', { ids: allIds(facts).join(', ') })
  }
  const { state } = entry
  switch (state.name) {
    case 'delivered':
      return received(facts, state)
    case 'rejected':
      return turnedDown(entry, state)
    case 'queued':
      return waiting(facts, state)
    case 'sending':
      return say('sending', 'info', { when: whenText(state.since) })
    case 'unconfirmed':
      return inDoubt(facts, state)
    case 'needs-review':
      if (entry.candidates > 0) return compare(entry)
      if (entry.attempts === 0) return say('copied-review', 'danger')
      return say(`review-${state.why}`, 'danger', { n: entry.attempts })
    case 'withdrawn':
      return takenBack(facts, state)
  }
}

function say(answer: SureAnswer, tone: Tone, parts: Parts = {}): Answer {
  return {
    tone,
    verdict: t(`sure.answers.${answer}.verdict`),
    says: t(`sure.answers.${answer}.says`, parts),
    next: t(`sure.answers.${answer}.next`, parts),
  }
}

type Of<N extends EntryState['name']> = Extract<EntryState, { name: N }>

function compare({ candidates }: EntrySummary): Answer {
  return say('candidate', 'warning', { candidates: plural('sure.candidates', candidates) })
}

function received({ entry, lines }: AnswerFacts, { proof, claimId, at }: Of<'delivered'>): Answer {
  const { kind } = entry
  const id = { id: String(claimId ?? 0) }
  switch (proof) {
    case 'answer':
      if (kind === 'pharmacy-request') return say('answered-request', 'success')
      return claimId === null ? say('answered', 'success') : say('answered-listed', 'success', id)
    case 'details':
      return claimId === null ? say('shown', 'success') : say('found', 'success', id)
    case 'list':
      return say('found', 'success', id)
    case 'officer':
      if (lines.some((line) => line.type === 'candidate' && line.step === 'identified'))
        return say('identified', 'success', { when: whenText(at) })
      return claimId === null
        ? say('said-by-officer', 'info', { when: whenText(at) })
        : say('said-and-listed', 'success', id)
  }
}

function turnedDown({ kind }: EntrySummary, state: Of<'rejected'>): Answer {
  if (isForbidden(state)) return say(kind === 'claim' ? 'refused-alone' : 'refused-alone-request', 'danger')
  const reason = rejectionSentence(state)
  if (kind === 'pharmacy-request') return say('rejected-request', 'danger', { reason })
  return serverReasons(state).length === 0
    ? say('rejected-silent', 'danger')
    : say('rejected', 'danger', { reason })
}

function waiting(facts: AnswerFacts, { reason }: Of<'queued'>): Answer {
  const { entry } = facts
  if (entry.files !== null && awaitsFiles(entry)) return filesFirst(entry.files)
  const plan = sendingPlan(facts)
  switch (reason.type) {
    case 'new':
      return say('not-sent-yet', 'neutral', { plan })
    case 'not-sent':
      return say('never-left', 'neutral', { plan, cause: t(`outbox.not-sent.${reason.cause}`) })
    case 'key-refused':
    case 'forbidden':
    case 'rate-limited':
      return say('not-taken', 'warning', { plan, cause: t(`sure.not-taken.${reason.type}`) })
    case 'proved-absent':
      return say('proved-absent', 'info', { plan })
    case 'officer-resend':
      return say('sent-again', 'warning', { plan })
  }
}

function filesFirst(files: EntryFiles): Answer {
  return say(files.hold === 'file-lost' ? 'file-lost' : 'files-first', filesTone(files.hold), {
    uploaded: uploadedText(files),
    plan: t(files.hold === null ? 'sure.plan.files' : `files.holds.${files.hold}`),
  })
}

function inDoubt(facts: AnswerFacts, state: Of<'unconfirmed'>): Answer {
  const { entry, lines } = facts
  if (state.cause === 'copied-here' && entry.kind === 'pharmacy-request')
    return say('copied-request', 'warning')
  const tries = lines.filter((line) => line.type === 'attempt')
  const parts = {
    when: whenText(tries.at(-1)?.openedAt ?? state.since),
    cause: t(`outbox.uncertain.${state.cause}`),
  }
  if (entry.kind === 'pharmacy-request') return say('unconfirmed-request', 'warning', parts)
  const plan = lookingPlan(facts)
  if (entry.candidates > 0) return compare(entry)
  const looked = lookedText(state.absentReadings, lines)
  if (state.cause === 'copied-here') return say('copied-claim', 'warning', { plan, looked })
  return say('unconfirmed', 'warning', {
    ...parts,
    plan,
    looked,
  })
}

// A look that proves nothing counts for nothing, but it was made.
function lookedText(counted: number, lines: readonly HistoryLine[]): string {
  const last = lines.findLastIndex((line) => line.type === 'attempt')
  const since = lines.slice(last + 1).map(({ type }) => type)
  if (counted > 0) return plural('sure.looked', counted)
  if (since.includes('looked') || since.includes('uncounted')) return t('sure.looked-uncounted')
  return since.includes('unread') ? t('sure.looked-unread') : plural('sure.looked', 0)
}

function takenBack({ lines }: AnswerFacts, { to, at }: Of<'withdrawn'>): Answer {
  const when = { when: whenText(at) }
  if (to === 'draft') return say('back-to-draft', 'neutral', when)
  if (to === 'corrected') return say(to, 'neutral', when)
  return leavesDoubt(lines) ? say('discarded-in-doubt', 'warning', when) : say('discarded', 'neutral', when)
}

// Only the last attempt counts: earlier doubtful ones were proved absent or decided by an officer.
function leavesDoubt(lines: readonly HistoryLine[]): boolean {
  const last = lines.findLast((line) => line.type === 'attempt')
  return last?.outcome === null || last?.outcome.startsWith('uncertain') === true
}

/** A moment inside a sentence: `at 14:05`, `on Thu, 19 Nov, 14:05`. */
function whenText(iso: string): string {
  return t(isToday(iso) ? 'sure.when.today' : 'sure.when.another-day', { when: moment(iso) })
}

function sendingPlan(facts: AnswerFacts): string {
  const { entry, holds, now } = facts
  const hold = rankedHolds(holds)[0]
  if (hold !== undefined) return `${holdText(hold, facts).short} ${t('sure.plan.held')}`
  const step = nextStep(entry, holds, now)
  return step?.type === 'at' ? t('sure.plan.next', { when: whenText(step.iso) }) : t('sure.plan.soon')
}

function lookingPlan({ entry, holds, now }: AnswerFacts): string {
  const step = nextStep(entry, holds, now)
  if (step?.type === 'at') return t('sure.plan.look', { when: whenText(step.iso) })
  return t(step?.type === 'held' ? 'sure.plan.look-held' : 'sure.plan.look-soon')
}

function allIds({ entry, lines }: AnswerFacts): readonly number[] {
  const reported = lines.flatMap((line) =>
    (line.type === 'found' || line.type === 'surplus') && line.claimId !== null ? [line.claimId] : [],
  )
  return [...new Set([...reported, ...entry.duplicateClaimIds])].sort((a, b) => a - b)
}
