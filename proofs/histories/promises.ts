import type { DatabaseSync } from 'node:sqlite'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { initialState } from '#shared/outbox/transition.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import {
  isReceived,
  isReconcilable,
  isSending,
  isSettled,
  isWaiting,
  isWithdrawn,
} from '#shared/outbox/predicates.ts'
import { statementsOf, type Prepare } from '#main/platform/sqlite.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { InsurerRecords } from '#testing/engine/insurer-records.ts'
import type { Act, InsurerWatch } from '#testing/engine/simulated-insurer.ts'

/** The documented limit: a claim that the insurer shows later may have been sent again. */
const latestShownMs = 10 * 60_000

/** An entry that was sent more than once is looked for that long after. */
const lastLookAfterMs = 60 * 60_000

/** What is known of a submission from outside the application. */
export interface Tracked {
  readonly submission: Submission
  /** Entries of one policy and kind go out in this order. */
  readonly queue: string
  /** The first submission of what was submitted again or corrected: itself, or the one that it came from. */
  readonly root: string
  accepted: boolean
  resends: number
  withdrawn: boolean
  /** An attempt of it was opened: it may have been sent, as far as the branch knows. */
  opened: boolean
  /** It was sent at least once. */
  sent: boolean
  /** POSTs that may have taken effect. */
  posts: number
  /** Claims that the insurer made of its POSTs. */
  readonly acts: Act[]
  /** An officer accepted it as sent without seeing it at the insurer. */
  vouched: boolean
  state: EntryState
}

/** Checks the promises that one moment can break, at each write of the application and each effect at the insurer. */
export class Promises implements InsurerWatch {
  readonly tracked: Tracked[] = []
  readonly trace: (line: string) => void
  /** Whose POST made the claim with this id at the insurer. */
  makerOf: (claimId: number) => string | null = () => null
  readonly #prepare: Prepare
  readonly #sideBySide: number
  readonly #byId = new Map<string, Tracked>()
  #broken: string | null = null
  /** The highest number of concurrent attempts. */
  mostAtOnce = 0

  constructor(database: DatabaseSync, sideBySide: number, trace: (line: string) => void) {
    this.#prepare = statementsOf(database)
    this.#sideBySide = sideBySide
    this.trace = trace
  }

  /** @throws with the first promise that was broken. */
  assertKept(): void {
    if (this.#broken !== null) throw new Error(this.#broken)
  }

  break(what: string): void {
    this.#broken ??= what
    this.trace(`BROKEN ${what}`)
  }

  track(submission: Submission, root: string): Tracked {
    const tracked: Tracked = {
      submission,
      queue: queueOf(submission),
      root,
      accepted: false,
      resends: 0,
      withdrawn: false,
      opened: false,
      sent: false,
      posts: 0,
      acts: [],
      vouched: false,
      state: initialState(''),
    }
    this.tracked.push(tracked)
    this.#byId.set(submission.id, tracked)
    return tracked
  }

  wrote({ id, state }: KeptEntry): void {
    this.trace(`${id} is ${JSON.stringify(state)}`)
    const tracked = this.#byId.get(id)
    if (tracked === undefined) {
      this.break(`an entry that no one submitted: ${id}`)
      return
    }
    if (isSending(state) && !isSending(tracked.state)) {
      tracked.opened = true
      this.#checkOpened(tracked)
    }
    tracked.state = state
    if (isWithdrawn(state) && !tracked.withdrawn) this.break(`withdrawn by no one: ${id}`)
    this.#checkClaims(tracked)
  }

  posted(entryId: string | null, mayAct: boolean, heldBy: HoldType | null): void {
    const tracked = this.#of(entryId)
    if (tracked === null) return
    if (heldBy !== null) this.break(`sent while ${heldBy} holds everything: ${entryId}`)
    if (tracked.withdrawn) this.break(`sent although it was taken out: ${entryId}`)
    if (!this.#isOpenOnDisk(tracked)) this.break(`sent before its attempt is on the disk: ${entryId}`)
    tracked.sent = true
    if (!mayAct) return
    tracked.posts += 1
    const isRequest = tracked.submission.body.kind === 'pharmacy-request'
    if (isRequest && tracked.posts > 1 + tracked.resends) {
      this.break(`a request is sent ${tracked.posts} times: ${entryId}`)
    }
    const before = this.tracked.find(
      (other) =>
        other.queue === tracked.queue &&
        other.submission.id < tracked.submission.id &&
        other.accepted &&
        (isWaiting(other.state) || isReconcilable(other.submission.body.kind, other.state)),
    )
    if (before !== undefined) this.break(`sent before ${before.submission.id} of its policy: ${entryId}`)
  }

  acted(act: Act): void {
    const tracked = this.#of(act.entryId)
    if (tracked === null) return
    tracked.acts.push(act)
    this.#checkClaims(tracked)
  }

  /** A claim that came so late that another was sent: later looks find both, and say so, whatever their texts say. */
  checkAlarms(
    surplusOf: (entryId: string) => number,
    { recognizable, visible }: Pick<InsurerRecords, 'recognizable' | 'visible'>,
  ): void {
    for (const { submission, accepted, withdrawn, acts, queue, state } of this.tracked) {
      const own = acts.filter(({ isCopy }) => !isCopy)
      const byMs = Math.max(...own.map(({ postedMs }) => postedMs)) + lastLookAfterMs
      if (!accepted || withdrawn || submission.body.kind !== 'claim' || own.length < 2) continue
      if (surplusOf(submission.id) > 0) continue
      if (recognizable(submission.id, byMs) > 1) this.break(`two claims and no alarm: ${submission.id}`)
      // Where nothing tells whose a row is, each claim that was sent may have one, as far as the branch can know.
      const ofPolicy = this.tracked.filter((other) => other.queue === queue && other.opened)
      const rows = ofPolicy.reduce((total, other) => total + visible(other.submission.id, byMs), 0)
      const isTold = ofPolicy.some((other) => surplusOf(other.submission.id) > 0)
      if (isSettled(state) && visible(submission.id, byMs) > 1 && rows > ofPolicy.length && !isTold)
        this.break(`more rows than claims and no alarm: ${submission.id}`)
    }
  }

  /** Every accepted entry is in the file, in its last written state. */
  checkFile(): void {
    const states = new Map(
      this.#prepare('SELECT id, state FROM entry')
        .all()
        .map((row) => [row['id'], row['state']]),
    )
    for (const { submission, accepted, state, withdrawn } of this.tracked) {
      if (accepted && isWithdrawn(state) !== withdrawn) this.break(`${state.name}: ${submission.id}`)
      if (accepted && !states.has(submission.id)) this.break(`lost: ${submission.id}`)
      else if (accepted && states.get(submission.id) !== state.name) {
        this.break(`${submission.id} was ${state.name} and is ${String(states.get(submission.id))}`)
      }
    }
  }

  // Only entries of different policies may be in flight together, whatever their kind.
  #checkOpened(opened: Tracked): void {
    const others = this.tracked.filter((other) => other !== opened && isSending(other.state))
    this.mostAtOnce = Math.max(this.mostAtOnce, others.length + 1)
    if (others.length >= this.#sideBySide) this.break(`${others.length + 1} attempts at once`)
    if (others.some(({ submission }) => policyOf(submission) === policyOf(opened.submission))) {
      this.break(`two of one policy at once: ${opened.submission.id}`)
    }
  }

  #isOpenOnDisk({ submission }: Tracked): boolean {
    const open = 'SELECT 1 FROM attempt WHERE entry_id = ? AND closed_at IS NULL'
    return this.#prepare(open).get(submission.id) !== undefined
  }

  #of(entryId: string | null): Tracked | null {
    const tracked = entryId === null ? undefined : this.#byId.get(entryId)
    if (tracked === undefined) this.break(`a POST of nothing that is being sent: ${entryId}`)
    return tracked ?? null
  }

  // A claim that was moved to a draft and submitted again counts as one, and so does a request that was corrected.
  #checkClaims({ root, submission, state, acts, vouched }: Tracked): void {
    const all = this.tracked.filter((other) => other.root === root)
    const made = all.flatMap((one) => one.acts).filter(isInTime).length
    const asked = all.reduce((total, { resends }) => total + resends, 1)
    if (made > asked) this.break(`${made} claims for one: ${root}`)
    const { id } = submission
    if (isReceived(state) && !vouched && acts.length === 0) this.break(`received, but not there: ${id}`)
    const claimId = 'claimId' in state ? state.claimId : null
    if (claimId !== null && this.makerOf(claimId) !== id) this.break(`another's claim is taken for ${id}`)
  }
}

/** Whether the insurer showed the claim soon enough; none but these may be two of one entry. */
function isInTime({ postedMs, shownFromMs, isCopy }: Act): boolean {
  return !isCopy && shownFromMs - postedMs <= latestShownMs
}

function queueOf({ body }: Submission): string {
  return body.kind === 'claim'
    ? `${body.product}/${policyNumberOf(body.claim.policyNumber)}`
    : `request/${policyNumberOf(body.policyNumber)}`
}

function policyOf({ body }: Submission): string {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}
