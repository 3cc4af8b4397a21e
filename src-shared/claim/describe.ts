import type { EntryState, EntrySummary } from '../outbox/entry.ts'
import { awaitsFiles, hasLostFile, type EntryFiles } from '../outbox/entry-files.ts'
import type { Hold } from '../outbox/hold.ts'
import {
  isDecidable,
  isForbidden,
  isReceived,
  isReconcilable,
  isTurnedAway,
  isWaiting,
} from '../outbox/predicates.ts'
import { otherStatuses, type StatusKind } from '../domain/claim-list.ts'
import type { ServerWords } from '../domain/correction.ts'
import { noAgreedLinks } from '../domain/stand-in.ts'
import { isToday, moment } from '../language/format.ts'
import { actionsFor, hasEarlier, hasSlip, offerOf, type ClaimAction, type ClaimOffer } from './actions.ts'
import type { Claim, DraftClaim, ListedClaim } from './claim.ts'
import { draftNeeds, type DraftSurroundings } from './draft-words.ts'
import { durationText } from './duration.ts'
import type { InsurerSays, Standing, WrongClaim } from './follow-up.ts'
import type { Say, SaysKey, Tone } from './say.ts'
import { rejectionSentence, serverReasons } from './server-reasons.ts'

/** Everything a claim or a pharmacy request can be, and its colour. */
const tones = {
  draft: 'neutral',
  recovered: 'info',
  correcting: 'danger',
  waiting: 'warning',
  files: 'warning',
  'file-lost': 'danger',
  sending: 'info',
  confirming: 'warning',
  'ask-customer': 'danger',
  candidate: 'warning',
  review: 'danger',
  blocked: 'danger',
  'to-correct': 'danger',
  'chosen-elsewhere': 'danger',
  received: 'success',
  removed: 'warning',
  wrong: 'danger',
  twice: 'danger',
  'to-draft': 'neutral',
  corrected: 'neutral',
  discarded: 'neutral',
  listed: 'neutral',
} as const satisfies Record<string, Tone>
export type Situation = keyof typeof tones

/** What Help explains of a situation. */
export const claimTopics = [
  'waiting',
  'files',
  'sending',
  'confirming',
  'candidate',
  'review',
  'blocked',
  'to-correct',
  'received',
  'removed',
  'wrong',
  'twice',
  'discarded',
] as const satisfies readonly Situation[]
export type ClaimTopic = (typeof claimTopics)[number]

const topicsOfOthers: Readonly<Partial<Record<Situation, ClaimTopic>>> = {
  'file-lost': 'files',
  'ask-customer': 'review',
  correcting: 'to-correct',
  'to-draft': 'discarded',
  corrected: 'discarded',
}

/** What Help explains a situation by; null for what needs no explanation. */
export function topicOf(situation: Situation): ClaimTopic | null {
  return claimTopics.find((topic) => topic === situation) ?? topicsOfOthers[situation] ?? null
}

/** The colour that supports the words of a situation. */
export function toneOf(situation: Situation): Tone {
  return tones[situation]
}

/** Everything but the claim itself that a description depends on. */
export interface Surroundings extends DraftSurroundings {
  readonly say: Say
  readonly now: Date
  readonly holds: readonly Hold[]
  /** Why nothing is sent, in a sentence; '' while nothing holds it. */
  readonly heldBy: string
  /** The names of the insurer's status values, and those after which a claim is over. */
  readonly statusNames: Readonly<Record<string, string>>
  readonly finalStatuses: readonly string[]
}

/** What one claim is, in words. */
export interface Description {
  readonly situation: Situation
  /** The badge: a word or two. */
  readonly badge: string
  readonly tone: Tone
  /** One sentence that says why. */
  readonly says: string
  /** What happens next, or what an officer can do. */
  readonly next: string
  readonly can: readonly ClaimAction[]
  /** The one action that its row offers. */
  readonly offer: ClaimOffer | null
}

/** What a claim or a pharmacy request is, why, and what can be done: the one place that puts a state into words. */
export function describe(claim: Claim, around: Surroundings): Description {
  switch (claim.type) {
    case 'draft':
      return draftIs(claim, around)
    case 'own':
      return entryIs(claim.entry, around)
    case 'listed':
      return listedIs(claim, around)
  }
}

/** The badge alone: it depends on nothing that surrounds a claim but the names of the insurer's status values. */
export function badgeOf(
  claim: Claim,
  { say, statusNames }: Pick<Surroundings, 'say' | 'statusNames'>,
): string {
  const nothing = { holds: [], heldBy: '', finalStatuses: [], hasFileStore: false, links: noAgreedLinks }
  return describe(claim, { say, statusNames, now: new Date(), ...nothing }).badge
}

/** How many of these entries have which badge, in words. */
export function countsText(entries: readonly EntrySummary[], say: Say): string {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const badge = badgeOf({ type: 'own', entry }, { say, statusNames: {} })
    counts.set(badge, (counts.get(badge) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => say('count', { what, count })).join(' ')
}

/** What the customer's slip says of a claim that has one: the insurer's words with their day, as it may change. */
export function toldCustomer(
  { state, standing, reference }: EntrySummary,
  around: Surroundings,
): ToldCustomer {
  const { say } = around
  const ofThis = { reference: reference ?? '', receivedAt: null }
  if (!isReceived(state) || !('at' in state)) {
    return { ...ofThis, badge: say('slip.captured'), says: say('slip.saved') }
  }
  const received = { ...ofThis, receivedAt: state.at }
  const wrong = standing?.wrong ?? null
  if (wrong === null) return { ...received, ...saidToCustomer(standing, { ...around, now: new Date(0) }) }
  // What becomes of the wrong one is nothing to wait for.
  if (wrong.replacedBy === '') {
    const says = `${say('slip.received')} ${say('slip.wrong')}`
    return { ...received, badge: say('badge.received'), says }
  }
  const says = say('slip.replaced', { reference: received.reference })
  return { ...received, badge: say('slip.again'), says, reference: wrong.replacedBy }
}

interface ToldCustomer {
  readonly badge: string
  readonly says: string
  /** Of the claim to ask about: of one that was submitted again, the one in its place. */
  readonly reference: string
  readonly receivedAt: string | null
}

/** Only a name of the office's tells a customer anything: a value means something to the insurer alone. */
function saidToCustomer(
  standing: Standing | null,
  around: Surroundings,
): { readonly badge: string; readonly says: string } {
  const { say, statusNames } = around
  const received = { badge: say('badge.received'), says: say('slip.received') }
  const { says = null, asOf = null, followed = null } = standing ?? {}
  if (standing === null || says === null || asOf === null) return received
  if (says.isDeleted) return { ...received, says: `${received.says} ${standingText(standing, around)}` }
  const name = own(statusNames, says.status)
  if (name === undefined) return { ...received, says: `${received.says} ${say('slip.ask')}` }
  const isKnown = followed === null || own(statusNames, followed.was) !== undefined
  return { badge: name, says: sinceText(isKnown ? standing : { ...standing, followed: null }, asOf, around) }
}

/** One of the insurer's status values: the office's name for it, else the value itself; or those not told apart. */
export function statusText(
  value: StatusKind,
  { statusNames, say }: Pick<Surroundings, 'statusNames' | 'say'>,
): string {
  if (value === otherStatuses) return say('status-others')
  if (value === '') return say('status-empty')
  return own(statusNames, value) ?? say('status', { value })
}

/** The names that say how a claim ended; what the office calls otherwise, it alone understands. */
const endings: Readonly<Record<string, Tone>> = {
  paid: 'success',
  settled: 'success',
  declined: 'danger',
  rejected: 'danger',
  refused: 'danger',
}

/** The colour of what the insurer says: neutral unless the office's own names and final values tell what it means. */
export function toneOfSays(
  { status, isDeleted }: InsurerSays,
  { statusNames, finalStatuses }: Pick<Surroundings, 'statusNames' | 'finalStatuses'>,
): Tone {
  if (isDeleted) return tones.removed
  const name = own(statusNames, status)
  if (name === undefined) return 'neutral'
  const isMoving = finalStatuses.length > 0 && !finalStatuses.includes(status)
  return own(endings, name.trim().toLowerCase()) ?? (isMoving ? 'info' : 'neutral')
}

function own<T>(of: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined
}

/** A moment inside a sentence: `at 14:05`, `on Thu, 19 Nov, 14:05`. */
function whenText(iso: string, { now, say }: Pick<Surroundings, 'now' | 'say'>): string {
  return say(isToday(iso, now) ? 'when.today' : 'when.another-day', { when: moment(iso, now) })
}

function draftIs({ draft, isRecovered }: DraftClaim, around: Surroundings): Description {
  const { say } = around
  const needs = draftNeeds(draft, around, say)
  const common = { can: ['continue'], offer: 'continue' } as const
  if (draft.rejection !== null) {
    const says = `${rejectionSentence(draft.rejection, say)} ${needs}`
    return { ...named('correcting', say), says, next: say('draft.submit'), ...common, offer: 'correct' }
  }
  if (isRecovered) {
    return { ...named('recovered', say), says: say('draft.recovered'), next: needs, ...common }
  }
  return { ...named('draft', say), says: needs, next: say('draft.next'), ...common }
}

function listedIs({ says, asOf }: ListedClaim, around: Surroundings): Description {
  const { say } = around
  const badge = says.isDeleted ? say('badge.removed') : statusText(says.status, around)
  return {
    ...named(says.isDeleted ? 'removed' : 'listed', say),
    badge,
    tone: toneOfSays(says, around),
    says: say('listed', { when: moment(asOf, around.now) }),
    next: '',
    can: [],
    offer: null,
  }
}

function named(situation: Situation, say: Say): Pick<Description, 'situation' | 'badge' | 'tone'> {
  return { situation, badge: say(`badge.${situation}`), tone: tones[situation] }
}

type Words = Pick<Description, 'situation' | 'says' | 'next'> & Partial<Pick<Description, 'badge' | 'tone'>>

function entryIs(entry: EntrySummary, around: Surroundings): Description {
  const { say } = around
  const words = wordsOf(entry, around)
  const can: readonly ClaimAction[] = [
    ...actionsFor(entry),
    ...(hasEarlier(entry) ? (['earlier'] as const) : []),
    ...(hasSlip(entry) ? (['slip'] as const) : []),
  ]
  return { ...named(words.situation, say), ...words, can, offer: offerOf(entry) }
}

function wordsOf(entry: EntrySummary, around: Surroundings): Words {
  const { say } = around
  const { state, duplicateClaimIds, candidates, kind } = entry
  if (duplicateClaimIds.length > 0) {
    const ids = duplicateClaimIds.join(', ')
    return { situation: 'twice', says: say('twice.says', { ids }), next: say('twice.next') }
  }
  if (candidates > 0) {
    const says = say('candidate.says', { n: candidates })
    return { situation: 'candidate', says, next: say('candidate.next') }
  }
  switch (state.name) {
    case 'queued':
      return entry.files !== null && awaitsFiles(entry)
        ? filesFirst(entry, entry.files, say)
        : { situation: 'waiting', says: whyWaiting(state, say), next: sendingNext(entry, around) }
    case 'sending':
      return {
        situation: 'sending',
        says: say('sending', { when: whenText(state.since, around) }),
        next: say('next.answer'),
      }
    case 'unconfirmed':
      return kind === 'claim' ? confirming(entry, state, around) : askCustomer(state, around)
    case 'needs-review':
      return review(entry, state, say)
    case 'rejected':
      return rejected(entry, state, say)
    case 'delivered':
      return received(entry, state, around)
    case 'withdrawn':
      return takenOut(entry, state, around)
  }
}

type Of<N extends EntryState['name']> = Extract<EntryState, { name: N }>

function filesFirst(entry: EntrySummary, files: EntryFiles, say: Say): Words {
  const { hold } = files
  const next = say(hold === null ? 'next.none' : `files.holds.${hold}`)
  const says = `${uploadedText(files, say)} ${say('files.follows')}`
  if (hasLostFile(entry)) return { situation: 'file-lost', says, next }
  return { situation: 'files', says, next }
}

/** How many files of a claim that waits for them are up, and how long the rest takes: one sentence. */
function uploadedText({ of, uploaded, leftMs, hold }: EntryFiles, say: Say): string {
  const count = say('files.count', { n: of, uploaded })
  if (hold !== null || leftMs === null) return `${count}.`
  if (leftMs < 60_000) return say('files.left-soon', { count })
  return say('files.left', { count, duration: durationText(leftMs, say) })
}

function whyWaiting({ reason }: Of<'queued'>, say: Say): string {
  return reason.type === 'not-sent'
    ? say('waiting.not-sent', { cause: say(`not-sent.${reason.cause}`) })
    : say(`waiting.${reason.type}`)
}

function sendingNext(entry: EntrySummary, around: Surroundings): string {
  const { say, holds, heldBy, now } = around
  const step = nextStep(entry, holds, now)
  if (step?.type === 'held') return say('next.held', { why: heldBy })
  if (entry.behind !== null) return say('next.behind')
  return step?.type === 'at' ? say('next.try', { when: whenText(step.iso, around) }) : say('next.soon')
}

function confirming(entry: EntrySummary, state: Of<'unconfirmed'>, around: Surroundings): Words {
  const { say, holds, now } = around
  const sent = unsure('confirming.says', state, around)
  const looked = state.absentReadings > 0 ? ` ${say('confirming.looked', { n: state.absentReadings })}` : ''
  const step = nextStep(entry, holds, now)
  const next =
    step?.type === 'at'
      ? say('next.look', { when: whenText(step.iso, around) })
      : say(step?.type === 'held' ? 'next.look-held' : 'next.look-soon')
  return { situation: 'confirming', says: sent + looked, next }
}

function askCustomer(state: Of<'unconfirmed'>, around: Surroundings): Words {
  const says = unsure('request.says', state, around)
  return { situation: 'ask-customer', says, next: around.say('request.next') }
}

function unsure(
  text: 'confirming.says' | 'request.says',
  { cause, since }: Of<'unconfirmed'>,
  around: Surroundings,
): string {
  const { say } = around
  if (cause === 'copied-here') return say('confirming.copied')
  return say(text, { when: whenText(since, around), cause: say(`uncertain.${cause}`) })
}

function review({ attempts }: EntrySummary, { why }: Of<'needs-review'>, say: Say): Words {
  // An entry that this computer never tried came from a backup.
  if (attempts === 0) {
    return { situation: 'review', says: say('review.copied'), next: say('review.next-copied') }
  }
  return { situation: 'review', says: say(`review.${why}`, { n: attempts }), next: say('review.next') }
}

function rejected({ kind }: EntrySummary, state: Of<'rejected'>, say: Say): Words {
  if (isForbidden(state)) {
    const says = say(kind === 'claim' ? 'blocked.says' : 'request.blocked')
    return { situation: 'blocked', says, next: say('blocked.next') }
  }
  if (isTurnedAway(state)) {
    const says = say('request.elsewhere')
    return { situation: 'chosen-elsewhere', says, next: say('request.next-elsewhere') }
  }
  const reason = rejectionSentence(state, say)
  return {
    situation: 'to-correct',
    says: kind === 'claim' ? reason : say('request.rejected', { reason }),
    next: say(rejectionNext(state, say)),
  }
}

function rejectionNext(words: ServerWords, say: Say): SaysKey {
  if (words.unread !== undefined) return 'rejected.next-unread'
  return serverReasons(words, say).length === 0 ? 'rejected.next-silent' : 'rejected.next'
}

function received(entry: EntrySummary, { proof, claimId }: Of<'delivered'>, around: Surroundings): Words {
  const { say } = around
  const { kind, standing } = entry
  const number = claimId === null ? '' : ` ${say('received.number', { id: String(claimId) })}`
  const proved = say(`received.${proof}`) + number
  if (kind === 'pharmacy-request' || standing === null) {
    return { situation: 'received', says: proved, next: say('next.none') }
  }
  if (standing.wrong !== null) return marked(standing, standing.wrong, around)
  if (standing.says === null || standing.asOf === null) {
    return {
      situation: 'received',
      says: `${proved} ${say('received.no-status')}`,
      next: nextOf(standing, say),
    }
  }
  if (standing.says.isDeleted) {
    const says = standingText(standing, around)
    return { situation: 'removed', says, next: say('received.next-removed') }
  }
  const tone = standing.isReopened && standing.isNews ? 'danger' : toneOfSays(standing.says, around)
  return {
    situation: 'received',
    badge: statusText(standing.says.status, around),
    tone,
    // What its steps and its facts say is not said again; how an answer that was lost was made up for is.
    says: `${sinceText(standing, standing.asOf, around)} ${proof === 'answer' ? '' : say(`received.${proof}`)}`.trim(),
    next: endedNext(standing, tone, say),
  }
}

function endedNext(standing: Standing, tone: Tone, say: Say): string {
  if (standing.isReopened) return say('next.reopened')
  if (standing.isFinal && tone === 'danger') return say('next.tell')
  return standing.following === 'asked' ? say('next.none') : nextOf(standing, say)
}

/** A claim that is marked as wrong stays that whatever the insurer says of it, which is said beside it. */
function marked(standing: Standing, wrong: WrongClaim, around: Surroundings): Words {
  const { say } = around
  const { what, isDone } = wrong
  const mistake = what === undefined ? say('wrong.says') : say('wrong.what', { what: say(`fields.${what}`) })
  return {
    situation: 'wrong',
    badge: wrongBadge(wrong, say),
    tone: isDone ? 'neutral' : tones.wrong,
    says: [mistake, isDone ? say('wrong.told') : '', standingText(standing, around)]
      .filter(Boolean)
      .join(' '),
    next: isDone ? wrongNext(standing, say) : say('wrong.next'),
  }
}

function wrongNext(standing: Standing, say: Say): string {
  return standing.isFinal ? say('wrong.next-final') : nextOf(standing, say)
}

function wrongBadge({ replacedBy: reference }: WrongClaim, say: Say): string {
  return reference === '' ? say('badge.wrong') : say('wrong.badge', { reference })
}

/** Beside a status that is the badge: since when it is so, and when the insurer was last heard. */
function sinceText({ followed }: Standing, asOf: string, around: Surroundings): string {
  const when = moment(asOf, around.now)
  if (followed === null) return around.say('received.as-of', { when })
  const was = statusText(followed.was, around)
  return around.say('received.since', { when, was, since: moment(followed.since, around.now) })
}

/** What the insurer last said of a claim, since when, and when it said so; '' where nothing is known. */
function standingText(standing: Standing, around: Surroundings): string {
  const { says, asOf, followed } = standing
  if (says === null || asOf === null) return ''
  const status = statusText(says.status, around)
  const when = moment(asOf, around.now)
  if (says.isDeleted) return around.say('received.removed', { when })
  if (followed === null) return around.say('received.status', { status, when })
  const was = statusText(followed.was, around)
  return around.say('received.changed', { status, when, was, since: moment(followed.since, around.now) })
}

function nextOf({ following, isFinal }: Standing, say: Say): string {
  return say(isFinal || following === 'over' ? 'next.none' : `received.${following}`)
}

function takenOut(entry: EntrySummary, state: Of<'withdrawn'>, around: Surroundings): Words {
  const { say } = around
  const when = whenText(state.at, around)
  const unremoved = entry.files?.unremoved ?? 0
  const still = unremoved === 0 ? '' : ` ${say('files.unremoved', { n: unremoved })}`
  if (!('was' in state)) {
    const situation = state.to === 'draft' ? 'to-draft' : 'corrected'
    return { situation, says: say(`taken-out.${situation}`, { when }) + still, next: '' }
  }
  const isInDoubt = isDecidable(state.was)
  const says = say(isInDoubt ? 'taken-out.doubt' : 'taken-out.discarded', { when }) + still
  return { situation: 'discarded', tone: isInDoubt ? 'warning' : tones.discarded, says, next: '' }
}

/** When the engine next acts on an entry: `held` until a hold ends, `soon` once its moment has come, or at a moment. */
type NextStep =
  | { readonly type: 'held' }
  | { readonly type: 'soon' }
  | { readonly type: 'at'; readonly iso: string }

/**
 * When an entry is next sent or looked for, the same for every screen; null when only an event or an officer moves it.
 */
function nextStep(
  entry: Pick<EntrySummary, 'kind' | 'state' | 'nextTryAt' | 'files'>,
  holds: readonly Hold[],
  now: Date,
): NextStep | null {
  const { kind, state, nextTryAt } = entry
  // Its files are uploaded first: what becomes of those is said instead.
  if (awaitsFiles(entry)) return null
  const isLookedFor = isReconcilable(kind, state)
  if (!isWaiting(state) && !isLookedFor) return null
  // A pause and a problem of the insurer's hold back what is sent, never a look.
  if (holds.some(({ type }) => !isLookedFor || (type !== 'paused' && type !== 'insurer-problem')))
    return { type: 'held' }
  if (nextTryAt === null || Date.parse(nextTryAt) <= now.getTime()) return { type: 'soon' }
  return { type: 'at', iso: nextTryAt }
}
