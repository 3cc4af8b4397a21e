import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import { unreadReasons, type UnreadReason } from '#shared/outbox/history.ts'
import { isDecidable, isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimLook } from '#main/insurer/api/claim-list.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { LookNote } from '#main/outbox/outbox.ts'
import type { Delays } from '#main/platform/holds.ts'
import type { Loop } from '#main/platform/loop.ts'
import type { EngineOptions, Wishes } from './engine-options.ts'
import type { InsurerHabits } from './insurer-habits.ts'
import type { LaterLooks } from './later-looks.ts'
import type { Searches } from './look-schedule.ts'
import type { InsurerConnection } from './insurer-connection.ts'
import type { Changed, Writing } from './writing.ts'
import { likenessOf, shownCandidate, soughtOf, type Likeness, type Sought } from './recognition.ts'

/** Policies whose details are asked for at once. */
const mostAtOnce = 4
/** A look before the first attempt is tried this often, this far apart; then the claim is sent without one. */
const mostFailures = 3
const afterFailureMs = 60_000

export interface LooksOptions extends Pick<EngineOptions, 'outbox' | 'api' | 'clock' | 'onChange'> {
  readonly connection: InsurerConnection
  readonly loop: Loop
  readonly delays: Delays
  readonly searches: Searches
  readonly habits: InsurerHabits
  readonly laterLooks: LaterLooks
  readonly wishes: Wishes
  readonly writing: Writing
}

/**
 * Looks at the details of a policy for a claim with an unknown outcome: a few kilobytes, which can show that the claim is
 * there. They run side by side with everything else.
 */
export class Looks {
  readonly #options: LooksOptions
  /** Entries, and drafts, that another computer may have sent, and that were not looked for here yet. */
  readonly #elsewhere = new Map<string, { failures: number }>()
  /** Of a claim among these a look comes before it may be sent. */
  readonly first: ReadonlyMap<string, unknown> = this.#elsewhere

  constructor(options: LooksOptions) {
    this.#options = options
  }

  /** What another computer may have sent is looked for once before it is sent. */
  resume(): void {
    this.#elsewhere.clear()
    for (const id of this.#options.outbox.maybeSentElsewhere()) this.#elsewhere.set(id, { failures: 0 })
  }

  /** Asks for the details of what is due. */
  start(): void {
    const { outbox, searches, loop, delays, wishes } = this.#options
    for (const entry of this.#followed()) {
      if (loop.count('ask/details/') >= mostAtOnce) return
      if (searches.isLookDue(entry.id)) this.#ask(entry)
    }
    for (const id of this.#elsewhere.keys()) {
      if (wishes.paused || loop.count('ask/details/') >= mostAtOnce) return
      const entry = outbox.get(id)
      // A draft, a copy that an officer did not release, or what waits for files is looked for once it is to be sent.
      if (entry === null || !isWaiting(entry.state) || waitsForFiles(entry.body)) continue
      if (delays.isOver(id)) this.#ask(entry)
    }
  }

  /** When each planned look is due (monotonic). */
  dueTimes(): readonly number[] {
    return [...this.#followed()].map(({ id }) => this.#options.searches.nextAtMs(id))
  }

  // Claims with an unknown outcome, and those that an officer must decide about.
  *#followed(): Generator<KeptEntry, void> {
    const { outbox, searches } = this.#options
    for (const entry of outbox.unconfirmed()) {
      if (isReconcilable(entry.body.kind, entry.state)) yield entry
    }
    for (const entry of outbox.underReview()) {
      searches.waitForOfficer(entry.id)
      yield entry
    }
  }

  /** An officer looked a policy up: its claim may be one that is looked for. It does not count towards the schedule. */
  shown(claim: InsurerClaim): void {
    this.#options.loop.bring(() => {
      for (const entry of [...this.#followed()]) {
        const sought = soughtOf(entry)
        const likeness = sought === null ? 'other' : this.#likenessOf(claim, sought)
        if (likeness === 'ours') this.#options.writing.write(() => this.#takeOurs(entry, claim))
        if (likeness === 'candidate') this.#options.writing.write(() => this.#takeCandidate(entry, claim))
      }
      this.#options.onChange([])
    })
  }

  #ask({ id, body }: KeptEntry): void {
    const { api, clock, outbox, connection, loop, writing } = this.#options
    const name = `ask/details/${id}`
    if (body.kind !== 'claim' || loop.has(name)) return
    const askedAtMs = clock.monotonicMs()
    const { keys } = connection
    loop.start(name, async (signal) => {
      const look = await api.lookUpClaim(body.product, body.claim.policyNumber, signal)
      return () => {
        if (!look.ok && connection.afterFailedLook(look.error, keys)) return
        this.#noteLookedFirst(id, look.ok)
        if (look.ok) connection.reached()
        writing.write(() => {
          const entry = outbox.get(id)
          return entry === null ? ok([]) : this.#take(entry, body.product, look, askedAtMs)
        })
      }
    })
  }

  #noteLookedFirst(id: string, isLooked: boolean): void {
    const first = this.#elsewhere.get(id)
    if (first === undefined) return
    first.failures += isLooked ? 0 : 1
    if (isLooked || first.failures >= mostFailures) this.#elsewhere.delete(id)
    else this.#options.delays.delay(id, afterFailureMs)
  }

  #take(entry: KeptEntry, product: Product, look: Result<ClaimLook, Failure>, askedAtMs: number): Changed {
    const { onChange, searches } = this.#options
    if (!look.ok) {
      if (!isDecidable(entry.state)) return ok([])
      searches.lookEnded(entry.id, askedAtMs, 'unread')
      return this.#note({ entryId: entry.id, kind: 'unread', detail: `details/${reasonOf(look.error)}` })
    }
    const taken =
      look.value.type === 'none'
        ? this.#takeNone(entry, product, askedAtMs)
        : this.#takeClaim(entry, look.value, askedAtMs)
    if (taken.ok) onChange([])
    return taken
  }

  #takeClaim(entry: KeptEntry, { claim }: Extract<ClaimLook, { type: 'claim' }>, askedAtMs: number): Changed {
    const sought = soughtOf(entry)
    const likeness = sought === null ? 'other' : this.#likenessOf(claim, sought)
    if (likeness === 'ours') return this.#takeOurs(entry, claim)
    if (!isDecidable(entry.state)) return ok([])
    if (likeness === 'candidate') {
      const noted = this.#takeCandidate(entry, claim)
      if (!noted.ok) return noted
    }
    const written = this.#note({ entryId: entry.id, kind: 'looked', detail: 'another' })
    if (written.ok) this.#options.searches.lookEnded(entry.id, askedAtMs, 'another')
    return written
  }

  #likenessOf(claim: InsurerClaim, sought: Sought): Likeness {
    return likenessOf(claim, sought, this.#options.habits.daysTell(claim.product))
  }

  #takeOurs({ id, body }: KeptEntry, claim: InsurerClaim): Changed {
    const { outbox, clock, searches, habits, laterLooks } = this.#options
    const { product } = claim
    habits.learn(product, { detailsShowOurs: true })
    if (body.kind === 'claim') habits.learnDay(product, claim, body.claim.occurrenceDate)
    const found = outbox.found(id, product, null, 'details', clock.now().toISOString())
    if (!found.ok) return found
    searches.forget(id)
    laterLooks.lookLater(found.value)
    return ok([found.value])
  }

  #takeCandidate({ id }: KeptEntry, claim: InsurerClaim): Changed {
    const { outbox, clock } = this.#options
    const row = shownCandidate(claim, outbox.candidates.knownTo(id))
    const noted = outbox.candidates.note(id, row === null ? [] : [row], clock.now().toISOString())
    return noted.ok ? this.#asItIs(id) : noted
  }

  #takeNone(entry: KeptEntry, product: Product, askedAtMs: number): Changed {
    const { outbox, clock, searches, habits } = this.#options
    const { id, state, body } = entry
    // Asked for before it was sent once more, it says nothing of that.
    if (!isDecidable(state) || !searches.isOlderThan(id, askedAtMs)) return ok([])
    const proves =
      habits.of(product).detailsShowOurs && !habits.of(product).referenceLost && entry.candidates === 0
    if (!proves || !isReconcilable(body.kind, state)) {
      const written = this.#note({ entryId: id, kind: 'looked', detail: 'nothing' })
      if (written.ok) searches.lookEnded(id, askedAtMs, 'nothing')
      return written
    }
    const proved = searches.isNoneForLong(id, askedAtMs)
    const at = clock.now().toISOString()
    const absent = outbox.apply(id, { type: 'absent', at, proved, by: 'details' })
    if (!absent.ok) return err(absent.error)
    if (proved) searches.forget(id)
    else searches.lookEnded(id, askedAtMs, 'absent')
    return ok([absent.value])
  }

  #note(note: LookNote): Changed {
    const { outbox, clock } = this.#options
    const noted = outbox.noteLooks([note], clock.now().toISOString())
    return noted.ok ? this.#asItIs(note.entryId) : noted
  }

  #asItIs(id: string): Changed {
    const entry = this.#options.outbox.get(id)
    return ok(entry === null ? [] : [entry])
  }
}

/** A failure as the history keeps it. */
export function reasonOf({ type }: Failure): UnreadReason {
  return unreadReasons.find((reason) => reason === type) ?? 'other'
}
