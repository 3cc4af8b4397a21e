import { describe, expect, it } from 'vitest'
import type { UncertainCause } from '../outbox/attempt-outcome.ts'
import type { UploadHold } from '../outbox/entry-files.ts'
import type {
  DeliveryProof,
  EndableState,
  EntrySummary,
  EntryState,
  QueuedReason,
  ReviewCause,
} from '../outbox/entry.ts'
import { moment } from '../language/format.ts'
import type { Hold } from '../outbox/hold.ts'
import { isReceived, isWithdrawn } from '../outbox/predicates.ts'
import { entryActions, type ClaimOffer } from './actions.ts'
import { groupOf, needsYou, type Claim, type ClaimGroup } from './claim.ts'
import {
  describe as describeClaim,
  topicOf,
  type Description,
  type Situation,
  type Surroundings,
} from './describe.ts'
import type { Standing } from './follow-up.ts'
import {
  aDraft,
  anEntry,
  aStanding,
  completeFields,
  entryFiles,
  someSurroundings,
} from '#testing/claim/made-up.ts'
import { aState, plainStates } from '#testing/claim/a-state.ts'
import type { Tone } from './say.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T09:20:00.000Z'
const said = (claim: Claim, change: Partial<Surroundings> = {}): Description =>
  describeClaim(claim, someSurroundings(change))
const wordsOf = ({ badge, says, next }: Description): string => [badge, says, next].join(' ')

const own = (state: EntryState = anEntry().state, change: Partial<EntrySummary> = {}): Claim => ({
  type: 'own',
  entry: anEntry({ state, ...change }),
})
const request = (state?: EntryState): Claim =>
  own(state, { kind: 'pharmacy-request', product: null, pharmacyName: 'Made-up Pharmacy' })
const queued = (reason: QueuedReason) => aState('queued', { reason })
const { sending } = plainStates
const inDoubt = (cause: UncertainCause = 'timeout', absentReadings = 0) =>
  aState('unconfirmed', { cause, absentReadings })
const review = (why: ReviewCause) => aState('needs-review', { why })
const refused = (fieldErrors: Record<string, string[]>, serverMessage = '', unread?: string) =>
  aState('rejected', { serverMessage, fieldErrors, ...(unread === undefined ? {} : { unread }) })
const elsewhere = aState('rejected', { chosenElsewhere: true })
const blocked = aState('rejected', { forbidden: true })
const arrived = (proof: DeliveryProof = 'answer', claimId: number | null = null) =>
  aState('delivered', { proof, claimId })
const withFiles = (files: Parameters<typeof entryFiles>[0] = {}): Claim =>
  own(undefined, { files: entryFiles(files), nextTryAt: later })
const received = (standing: Partial<Standing> = {}, change: Partial<EntrySummary> = {}): Claim =>
  own(arrived('answer', 71), { standing: aStanding(standing), ...change })
const wrong = { at, by: null, replacedBy: '', isDone: false }
const twice = { duplicateClaimIds: [71, 75] }
const inPolicy = { ...wrong, what: 'policyNumber' } as const
const says = { status: '1', estimate: 45_000, isDeleted: false }
const listed = (change: Partial<typeof says> = {}): Claim => ({
  type: 'listed',
  claimId: 71,
  says: { ...says, ...change },
  asOf: at,
})
const rejection = {
  entryId: aDraft().id,
  capturedAt: at,
  at,
  serverMessage: '',
  fieldErrors: { policyNumber: ['Unknown.'] },
  refused: completeFields,
}
const draft = (isRecovered = false, isRefused = false): Claim => ({
  type: 'draft',
  isRecovered,
  draft: aDraft(isRefused ? { rejection } : {}),
})
const out = (to: 'draft' | 'corrected') => aState('withdrawn', { to })
const discarded = (was: EndableState) => aState('withdrawn', { to: 'discarded', was })

/** What stands in each situation's row whatever the claim says, and the place of its row. */
const situations: Readonly<Record<Situation, readonly [badge: string, Tone, ClaimGroup | null]>> = {
  draft: ['Draft', 'neutral', 'drafts'],
  recovered: ['Recovered', 'info', 'needs-you'],
  correcting: ['Being corrected', 'danger', 'needs-you'],
  waiting: ['Waiting', 'warning', 'on-its-way'],
  files: ['Waiting for upload', 'warning', 'on-its-way'],
  'file-lost': ['A file is lost', 'danger', 'needs-you'],
  sending: ['Sending', 'info', 'on-its-way'],
  confirming: ['Confirming delivery', 'warning', 'on-its-way'],
  'ask-customer': ['Needs your decision', 'danger', 'needs-you'],
  candidate: ['Possibly found', 'warning', 'needs-you'],
  review: ['Needs your decision', 'danger', 'needs-you'],
  blocked: ['Blocked', 'danger', 'needs-you'],
  'to-correct': ['Not accepted', 'danger', 'needs-you'],
  'chosen-elsewhere': ['Not sent', 'danger', 'needs-you'],
  received: ['Received', 'success', 'received'],
  removed: ['Removed', 'warning', 'received'],
  wrong: ['Wrong', 'danger', 'needs-you'],
  twice: ['Listed twice', 'danger', 'needs-you'],
  'to-draft': ['Moved to drafts', 'neutral', null],
  corrected: ['Corrected', 'neutral', null],
  discarded: ['Discarded', 'neutral', null],
  listed: ['Approved', 'neutral', 'received'],
}

const auto = 'It will be sent automatically.'
const decide = 'Ask the insurer about this policy, then decide.'
const rows: readonly (readonly [what: string, Claim, Situation, says: string, next: string])[] = [
  ['a draft', draft(), 'draft', 'Ready to submit', 'Continue it'],
  ['a recovered draft', draft(true), 'recovered', 'Claims Desk stopped', 'Ready to submit'],
  ['being corrected', draft(false, true), 'correcting', '“Unknown.” 1 field not changed', 'Submit it again'],
  ['corrected when it stopped', draft(true, true), 'correcting', '“Unknown.”', 'Submit it again'],
  ['new', own(), 'waiting', 'The insurer cannot have it yet', auto],
  ['never left', own(queued({ type: 'not-sent', cause: 'dns' })), 'waiting', 'address was not found', auto],
  ['without a good key', own(queued({ type: 'key-refused' })), 'waiting', 'Nothing was taken', auto],
  ['asked to wait', own(queued({ type: 'rate-limited' })), 'waiting', 'asked to wait', auto],
  ['just blocked', own(queued({ type: 'forbidden' })), 'waiting', 'is being checked', auto],
  ['proved absent', own(queued({ type: 'proved-absent' })), 'waiting', 'Two checks at the insurer', auto],
  ['sent again', own(queued({ type: 'officer-resend' })), 'waiting', 'first one may have arrived', auto],
  ['behind one', own(undefined, { behind: 'one' }), 'waiting', 'cannot have it yet', 'may have arrived'],
  ['a request', request(), 'waiting', 'The insurer cannot have it yet', auto],
  ['with files', withFiles(), 'files', 'about 2 minutes left. The claim goes after that.', 'No action'],
  ['with one', withFiles({ of: 1, uploaded: 0, leftMs: null }), 'files', 'Its file is not up', 'No action'],
  ['files soon', withFiles({ leftMs: 20_000 }), 'files', 'uploaded, less than a minute left', 'No action'],
  ['with files at no pace', withFiles({ leftMs: null }), 'files', '2 of 4 files uploaded.', 'No action'],
  ['with a lost file', withFiles({ hold: 'file-lost' }), 'file-lost', '2 of 4', 'Select “Move to drafts”'],
  ['with all files', withFiles({ uploaded: 4 }), 'waiting', 'cannot have it yet', 'Next try: '],
  ['sending', own(sending), 'sending', 'No answer yet', 'The answer appears here'],
  ['in doubt', own(inDoubt()), 'confirming', 'no answer came in time. It may have arrived.', 'Checking'],
  [
    'looked for',
    own(inDoubt('reset', 2)),
    'confirming',
    'Checked 2 times, not found.',
    'only if the insurer does not have it',
  ],
  [
    'a copy',
    own(inDoubt('copied-here')),
    'confirming',
    'From a backup',
    'only if the insurer does not have it',
  ],
  ['a request in doubt', request(inDoubt()), 'ask-customer', 'cannot be checked', 'Ask the customer whether'],
  ['a copied request', request(inDoubt('copied-here')), 'ask-customer', 'From a backup', 'Ask the customer'],
  ['perhaps', own(inDoubt(), { candidates: 1 }), 'candidate', 'has a claim that may be', 'nothing is sent'],
  ['found later', own(review('absent-again'), { candidates: 2 }), 'candidate', '2 claims', 'Is this it?'],
  ['never seen', own(review('absent-again'), { attempts: 3 }), 'review', 'Sent 3 times, never seen', decide],
  ['without proof', own(review('reference-lost'), { attempts: 1 }), 'review', 'loses references', decide],
  ['unread', own(review('list-unreadable'), { attempts: 1 }), 'review', 'list cannot be read', decide],
  ['our copy', own(review('absent-again')), 'review', 'From a backup', 'the other computer never sends'],
  ['blocked', own(blocked), 'blocked', 'The key works. Nothing was taken.', 'Ask the insurer why'],
  ['a blocked request', request(blocked), 'blocked', 'The customer got nothing', 'Ask the insurer why'],
  ['not accepted', own(refused({}, 'No policy.')), 'to-correct', 'said: “No policy.”', 'Correct and'],
  ['in no words', own(refused({}, '', '{x: y}')), 'to-correct', 'answer could not be read', 'for IT support'],
  ['refused in silence', own(refused({})), 'to-correct', 'gave no reason', 'Ask the insurer why'],
  ['wrong request', request(refused({}, 'No.')), 'to-correct', 'The customer got nothing.', 'Correct and'],
  ['moved', request(elsewhere), 'chosen-elsewhere', 'selected at another address', 'the pharmacy again'],
  ['confirmed', own(arrived()), 'received', 'The insurer confirmed it.', 'No action needed.'],
  ['arrived', request(arrived()), 'received', 'The insurer confirmed it.', 'No action needed.'],
  ['shown', own(arrived('details')), 'received', 'the insurer shows it', 'No action needed.'],
  ['found', own(arrived('list', 71)), 'received', 'in the insurer’s list. Number 71', 'No action needed.'],
  ['said to be there', own(arrived('officer')), 'received', 'An officer marked', 'No action needed.'],
  ['removed', received({ says: { ...says, isDeleted: true } }), 'removed', 'removed it', 'Call the insurer'],
  ['wrong', received({ wrong }), 'wrong', 'is wrong with it. The insurer says “Approved”', '“Insurer told”'],
  ['wrong in a field', received({ wrong: inPolicy }), 'wrong', 'Policy number is wrong.', 'Call the insurer'],
  ['listed twice', received({ wrong }, twice), 'twice', '71, 75', 'remove what is there twice'],
  ['moved to drafts', own(out('draft')), 'to-draft', 'moved it to drafts', ''],
  ['a corrected request', request(out('corrected')), 'corrected', 'Another request was sent', ''],
  ['discarded', own(discarded(queued({ type: 'new' }))), 'discarded', 'before it arrived', ''],
  ['of the insurer', listed(), 'listed', 'Not submitted on this computer', ''],
  ['of the insurer, removed', listed({ isDeleted: true }), 'removed', 'In the insurer’s list', ''],
]

describe('what a claim is', () => {
  it.each(rows)('for one that is %s: badge, colour, group, why, and what is next', (...row) => {
    const [, claim, situation, why, next] = row
    const is = said(claim)
    expect([is.situation, is.badge, is.tone, groupOf(claim)]).toEqual([situation, ...situations[situation]])
    expect(is.says).toContain(why)
    expect(is.next).toContain(next)
    expect(is.next === '').toBe(next === '')
    expect(wordsOf(is)).not.toMatch(/\{\w+\}|undefined|null|NaN/)
  })

  it('is shown for every situation, each with its help or none', () => {
    expect(new Set(rows.map(([, , situation]) => situation))).toEqual(new Set(Object.keys(situations)))
    const unexplained = Object.keys(situations).filter((one) => topicOf(one as Situation) === null)
    expect(unexplained).toEqual(['draft', 'recovered', 'chosen-elsewhere', 'listed'])
  })

  it.each(rows)('never promises more than is known: %s', (_what, claim) => {
    const is = said(claim)
    const entry = claim.type === 'own' ? claim.entry : null
    if (entry !== null && !isReceived(entry.state)) expect(wordsOf(is)).not.toMatch(/\breceived\b|confirmed/i)
    if (groupOf(claim) === 'needs-you') expect(wordsOf(is)).not.toMatch(/No action needed|automatically/)
    if (entry !== null && needsYou(entry)) expect(is.offer).not.toBeNull()
    if (entry?.kind === 'pharmacy-request') expect(wordsOf(is)).not.toMatch(/look|Checking|check at/)
    if (is.offer !== 'decide' && is.offer !== null && claim.type !== 'draft')
      expect(is.can).toContain(is.offer)
  })
})

const due = (state: EntryState, nextTryAt: string, kind: EntrySummary['kind'] = 'claim'): Claim =>
  own(state, { nextTryAt, kind })
const fresh = anEntry().state
const held = /^The reason\. It will be sent automatically once/
it.each<[string, Claim, Hold[], RegExp]>([
  ['a try to come', due(fresh, later), [], /^Next try: .*\d\d:\d\d, automatically\.$/],
  ['a try that is due', due(fresh, at), [], /^It will be sent automatically\.$/],
  ['a try that is held', due(fresh, later), [{ type: 'offline' }], held],
  ['a try in a pause', due(fresh, later), [{ type: 'paused' }], held],
  ['a look to come', due(inDoubt(), later), [], /^Next check at the insurer: .*\d\d:\d\d\./],
  ['a look in a pause', due(inDoubt(), later), [{ type: 'paused' }], /^Next check.*\d\d:\d\d\./],
  ['a look at a bad time', due(inDoubt(), later), [{ type: 'insurer-problem' }], /^Next check.*\d\d:\d\d/],
  ['a look that is due', due(inDoubt(), at), [], /^Checking at the insurer now\. \D*$/],
  ['a look that is held', due(inDoubt(), later), [{ type: 'offline' }], /^Checked as soon as .* \D*$/],
  ['a request in doubt', due(inDoubt(), later, 'pharmacy-request'), [], /^Ask the customer \D*$/],
  ['one that arrived', due(arrived(), later), [{ type: 'offline' }], /^No action needed\.$/],
])('the moment of the next try of %s', (_what, claim, holds, next) => {
  expect(said(claim, { holds, heldBy: 'The reason.' }).next).toMatch(next)
})

describe('a claim that is marked as wrong', () => {
  const replacedBy = '8G4M-73RE'
  it.each<[string, Partial<Standing>, badge: string, tone: Tone]>([
    ['not replaced', { wrong }, 'Wrong', 'danger'],
    ['replaced', { wrong: { ...wrong, replacedBy } }, `Wrong, replaced by ${replacedBy}`, 'danger'],
    [
      'replaced, told',
      { wrong: { ...wrong, replacedBy, isDone: true } },
      `Wrong, replaced by ${replacedBy}`,
      'neutral',
    ],
    ['told', { wrong: { ...wrong, isDone: true } }, 'Wrong', 'neutral'],
  ])('is that for ever, %s, and says what the insurer says of it', (_, standing, badge, tone) => {
    const is = said(received(standing))
    expect(is).toMatchObject({ situation: 'wrong', badge, tone })
    expect(is.says).toContain('The insurer says “Approved”')
    const removed = said(received({ ...standing, says: { ...says, isDeleted: true } }))
    expect([removed.badge, removed.says]).toEqual([badge, expect.stringContaining('removed it')])
    expect(is.says.includes('was told.')).toBe(standing.wrong?.isDone)
  })

  it('and decided all the same is to be asked about', () => {
    const told = { ...wrong, isDone: true }
    expect(said(received({ wrong: told, isFinal: true })).next).toBe(
      'Ask the insurer what becomes of its decision.',
    )
    expect(said(received({ wrong: told })).next).toContain('looked up')
  })
})

describe('a received claim', () => {
  const names = (status: string): Claim => received({ says: { ...says, status } })
  const nothing = 'No action needed.'
  const asOf = `As of ${moment(aStanding().asOf ?? '', new Date(at))}.`
  it.each<[string, Claim, badge: string, why: string | RegExp, next: string]>([
    [
      'nothing seen yet',
      received({ says: null, asOf: null }),
      'Received',
      /^The insurer confirmed it. Number 71 in its list. .*is not known yet/,
      'looked up',
    ],
    ['a named status', received(), 'Approved', asOf, nothing],
    ['an unnamed status', names('7'), 'Status 7', asOf, nothing],
    ['no status', names(''), 'No status', asOf, nothing],
    ['a status named like a method', names('toString'), 'Status toString', asOf, nothing],
    [
      'a changed status',
      received({ changedAt: later, followed: { was: '0', since: at } }),
      'Approved',
      `Since ${moment(at, new Date(at))} (was “Status 0”), ${asOf.replace('A', 'a')}`,
      nothing,
    ],
    ['a changed estimate', received({ changedAt: later }), 'Approved', asOf, nothing],
    ['a final status', received({ isFinal: true }), 'Approved', asOf, nothing],
    ['lists alone', received({ following: 'lists' }), 'Approved', asOf, 'Only the lists tell'],
    ['sixty days', received({ following: 'no-longer' }), 'Approved', asOf, 'Select “Ask now”'],
    ['an end', received({ following: 'over' }), 'Approved', asOf, nothing],
  ])('with %s has it as its badge, says as of when, and what is to be done', (...row) => {
    const [, claim, badge, why, next] = row
    const is = said(claim)
    // What a status means, only the insurer knows, until the office says which are final.
    const tone = badge === 'Received' ? 'success' : 'neutral'
    expect(is).toMatchObject({ situation: 'received', badge, tone })
    expect(is.says).toEqual(typeof why === 'string' ? why : expect.stringMatching(why))
    expect(is.next).toContain(next)
    expect(groupOf(claim)).toBe('received')
  })

  it.each(['details', 'list', 'officer'] as const)(
    'says how an answer that was lost was made up for: %s',
    (proof) => {
      const { says } = said(own(arrived(proof, 71), { standing: aStanding() }))
      expect(says).toMatch(/^As of .*(?:The answer was lost|An officer marked)/)
    },
  )
})

describe('what the insurer says', () => {
  const statusNames = { '1': ' PAID ', '2': 'Declined', '3': 'In review', '4': 'Not paid', '5': 'Closed' }
  const around = { statusNames, finalStatuses: ['1', '2', '4', '5'] }
  it.each<[status: string, Tone]>([
    ['1', 'success'],
    ['2', 'danger'],
    ['3', 'info'],
    // No meaning is guessed from a word that is not known, and none from a value.
    ['4', 'neutral'],
    ['5', 'neutral'],
    ['6', 'neutral'],
    ['', 'neutral'],
    ['toString', 'neutral'],
  ])('has a colour where the office’s names tell what it means: “%s” is %s', (status, tone) => {
    const is = said(received({ says: { ...says, status } }), around)
    expect([is.tone, said(listed({ status }), around).tone]).toEqual([tone, tone])
  })

  it('is moving only where the office said which values are final', () => {
    expect(said(received({ says: { ...says, status: '3' } }), { statusNames }).tone).toBe('neutral')
  })

  it('needs somebody where a decision was taken back, until that is seen', () => {
    const reopened = (isNews: boolean): Claim =>
      received({ says: { ...says, status: '3' }, isReopened: true, isNews })
    expect(said(reopened(true), around)).toMatchObject({
      badge: 'In review',
      tone: 'danger',
      next: 'Open again. Tell the customer.',
    })
    expect(said(reopened(false), around).tone).toBe('info')
    expect([true, false].map((isNews) => groupOf(reopened(isNews)))).toEqual(['needs-you', 'received'])
  })

  it('is told to the customer where it declined the claim for good', () => {
    const next = (status: string, isFinal: boolean): string =>
      said(received({ says: { ...says, status }, isFinal }), around).next
    expect(next('2', true)).toBe('Tell the customer.')
    expect(next('2', false)).toBe('No action needed.')
    expect(next('1', true)).toBe('No action needed.')
  })
})

describe('a claim that waits for its files', () => {
  const todo: Readonly<Record<UploadHold, string>> = {
    offline: 'once connected',
    paused: 'Sending is paused',
    'no-store': 'in Settings',
    'wrong-key': 'correct it in Settings',
    'no-bucket': 'correct its name in Settings',
    'not-allowed': 'ask IT support',
    'link-not-public': 'ask IT support',
    'clock-wrong': 'Set this computer’s clock',
    'no-connection': 'tried again automatically',
    tls: 'ask IT support',
    'not-a-store': 'check its address in Settings',
    busy: 'tried again automatically',
    full: 'ask IT support',
    'file-lost': 'Move to drafts',
  }
  it.each(Object.entries(todo) as [UploadHold, string][])(
    'says for the hold %s what to do, and never that it is about to be sent',
    (hold, text) => {
      const is = said(withFiles({ hold }))
      expect(is.says).toBe('2 of 4 files uploaded. The claim goes after that.')
      expect(is.next).toContain(text)
      expect(wordsOf(is)).not.toMatch(/Next try|is sent|be sent/)
      expect(is.tone).toBe(hold === 'file-lost' ? 'danger' : 'warning')
      expect(groupOf(withFiles({ hold }))).toBe(hold === 'file-lost' ? 'needs-you' : 'on-its-way')
    },
  )

  it('says what is left in the file store once it is taken out', () => {
    const taken = (unremoved: number): string =>
      said(own(out('draft'), { files: entryFiles({ unremoved }) })).says
    expect(taken(2)).toContain('2 files are still to be removed')
    expect(taken(0)).not.toContain('file store')
  })
})

it('one that was discarded in doubt may have arrived, and is marked', () => {
  expect(said(own(discarded(inDoubt())))).toMatchObject({
    tone: 'warning',
    says: expect.stringContaining('It may have arrived') as string,
  })
})

describe('what can be done', () => {
  const table: readonly (readonly [Claim, ClaimOffer | null, can: string])[] = [
    [draft(), 'continue', 'continue'],
    [draft(false, true), 'correct', 'continue'],
    [own(), 'send-now', 'send-now to-draft discard slip'],
    [own(undefined, { behind: 'another' }), 'earlier', 'to-draft discard earlier slip'],
    [own(undefined, { behind: '' }), 'slip', 'to-draft discard slip'],
    [withFiles(), 'slip', 'to-draft discard slip'],
    [withFiles({ hold: 'file-lost' }), 'to-draft', 'to-draft discard slip'],
    [own(sending), 'slip', 'slip'],
    [own(inDoubt()), 'look-now', 'look-now arrived send-again discard slip'],
    [own(inDoubt(), { candidates: 1 }), 'compare', 'compare look-now arrived send-again discard slip'],
    [own(review('absent-again')), 'decide', 'arrived send-again discard slip'],
    [own(review('absent-again'), { candidates: 1 }), 'compare', 'compare arrived send-again discard slip'],
    [own(refused({})), 'correct', 'correct discard'],
    [own(blocked), 'decide', 'send-again to-draft discard slip'],
    [received(), 'slip', 'slip'],
    [received({ wrong }), 'told', 'told slip'],
    [received({ wrong }, { duplicateClaimIds: [75] }), 'acknowledge', 'acknowledge told slip'],
    [own(out('draft')), null, ''],
    [request(), 'send-now', 'send-now discard'],
    [request(sending), null, ''],
    [request(inDoubt()), 'decide', 'arrived send-again discard'],
    [request(refused({})), 'correct', 'correct discard'],
    [request(blocked), 'decide', 'send-again discard'],
    [request(arrived()), null, ''],
    [listed(), null, ''],
  ]
  it.each(table)('and what the row offers: %#', (claim, offer, can) => {
    const is = said(claim)
    expect([is.offer, is.can.join(' ')]).toEqual([offer, can])
  })

  it('is shown for every action, and a claim that was turned down or taken out has no slip', () => {
    const all = table.flatMap(([, , can]) => can.split(' '))
    for (const action of [...entryActions, 'continue', 'earlier', 'slip']) expect(all).toContain(action)
    for (const [, claim] of rows)
      if (claim.type === 'own' && isWithdrawn(claim.entry.state)) expect(said(claim).can).toEqual([])
  })
})
