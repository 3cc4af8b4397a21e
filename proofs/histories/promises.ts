import type { DatabaseSync } from 'node:sqlite'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { initialState } from '#shared/outbox/transition.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import { isReceived, isReconcilable, isSending, isWaiting, isWithdrawn } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { InsurerWatch } from './simulated-insurer.ts'

/** What is known of a submission from outside the application. */
export interface Tracked {
  readonly submission: Submission
  /** Entries of one policy and kind go out in this order. */
  readonly queue: string
  /** The first submission of what became a draft again: itself, or the one it was taken back from. */
  readonly root: string
  accepted: boolean
  resends: number
  withdrawn: boolean
  /** POSTs that may have taken effect. */
  posts: number
  /** POSTs that took effect. */
  acts: number
  state: EntryState
}

/** Checks the promises that one moment can break, at each write of the application and each effect at the insurer. */
export class Promises implements InsurerWatch {
  readonly tracked: Tracked[] = []
  readonly trace: (line: string) => void
  readonly #database: DatabaseSync
  readonly #sideBySide: number
  readonly #byId = new Map<string, Tracked>()
  #broken: string | null = null
  /** The highest number of concurrent attempts. */
  mostAtOnce = 0

  constructor(database: DatabaseSync, sideBySide: number, trace: (line: string) => void) {
    this.#database = database
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
      posts: 0,
      acts: 0,
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
      this.break(`an entry that nobody submitted: ${id}`)
      return
    }
    if (isSending(state) && !isSending(tracked.state)) this.#checkOpened(tracked)
    tracked.state = state
    if (isWithdrawn(state) && !tracked.withdrawn) this.break(`withdrawn by nobody: ${id}`)
    this.#checkClaims(tracked)
  }

  posted(entryId: string | null, mayAct: boolean, heldBy: HoldType | null): void {
    const tracked = this.#of(entryId)
    if (tracked === null) return
    if (heldBy !== null) this.break(`sent while ${heldBy} holds everything: ${entryId}`)
    if (!this.#isOpenOnDisk(tracked)) this.break(`sent before its attempt is on the disk: ${entryId}`)
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

  acted(entryId: string | null): void {
    const tracked = this.#of(entryId)
    if (tracked === null) return
    tracked.acts += 1
    this.#checkClaims(tracked)
  }

  /** Every accepted entry is in the file, in its last written state. */
  checkFile(): void {
    const states = new Map(
      this.#database
        .prepare('SELECT id, state FROM entry')
        .all()
        .map((row) => [row['id'], row['state']]),
    )
    for (const { submission, accepted, state } of this.tracked) {
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
    return this.#database.prepare(open).get(submission.id) !== undefined
  }

  #of(entryId: string | null): Tracked | null {
    const tracked = entryId === null ? undefined : this.#byId.get(entryId)
    if (tracked === undefined) this.break(`a POST of nothing that is being sent: ${entryId}`)
    return tracked ?? null
  }

  // Exactly one claim per received entry, never two unless an officer sent it again.
  #checkClaims(changed: Tracked): void {
    const { acts, resends, state, submission } = changed
    if (acts > 1 + resends) this.break(`${acts} claims for one entry: ${submission.id}`)
    if (isReceived(state) && !isByOfficer(state) && acts === 0) {
      this.break(`received, but the insurer has none: ${submission.id}`)
    }
    this.#checkDraftsOf(changed)
  }

  // A claim that was taken back and submitted again counts as one claim.
  #checkDraftsOf({ root, submission }: Tracked): void {
    if (submission.body.kind !== 'claim') return
    const all = this.tracked.filter((other) => other.root === root)
    const held = sum(all, ({ acts }) => acts)
    if (held > 1 + sum(all, ({ resends }) => resends)) this.break(`${held} claims of one draft: ${root}`)
  }
}

function sum(all: readonly Tracked[], of: (one: Tracked) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function isByOfficer(state: EntryState): boolean {
  return 'proof' in state && state.proof === 'officer'
}

function queueOf({ body }: Submission): string {
  return body.kind === 'claim'
    ? `${body.product}/${policyNumberOf(body.claim.policyNumber)}`
    : `request/${policyNumberOf(body.policyNumber)}`
}

function policyOf({ body }: Submission): string {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}
