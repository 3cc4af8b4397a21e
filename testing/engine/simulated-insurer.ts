import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import { carriesReference, detailsWithReference } from '#shared/domain/reference.ts'
import { products } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimLook } from '#main/insurer/api/claim-list.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { never } from '#testing/mortal.ts'
import { Callers, type Caller } from './callers.ts'
import type { Happening, InsurerNature, PostFate } from './happening.ts'
import { InsurerMood } from './insurer-mood.ts'
import { InsurerRecords } from './insurer-records.ts'
import { SimulatedLists } from './simulated-lists.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

/** The API client's limits on one exchange (src-main/insurer/api/exchange.ts). */
const postTimeLimitMs = 30_000
const getTimeLimitMs = 20_000

/** A claim that the insurer made of a POST. */
export interface Act {
  readonly entryId: string | null
  readonly postedMs: number
  /** From when on the insurer shows it. */
  readonly shownFromMs: number
  /** The server made a second one of the same POST. */
  readonly isCopy: boolean
}

/** What the insurer reports to the checks of the promises. */
export interface InsurerWatch {
  /**
   * A POST is sent. @param entryId the entry that is being sent, by its process's records @param mayAct whether it may
   * have an effect @param heldBy the hold under which it was sent all the same
   */
  posted(entryId: string | null, mayAct: boolean, heldBy: HoldType | null): void
  /** A POST took effect. */
  acted(act: Act): void
  trace(line: string): void
}

/** The latency of a message, in ms; a scheduler may decide instead. */
export type Transit = (what: string) => Promise<void>

export interface SimulatedInsurerOptions {
  readonly clock: VirtualClock
  readonly watch: InsurerWatch
  readonly nature?: InsurerNature
  readonly rowsBefore?: number
  readonly transit?: Transit
}

export const atOnce: Transit = () => Promise.resolve()

/** An insurer as it will mostly be. */
export const plainNature: InsurerNature = {
  detailsShow: 'newest',
  order: 'newest-first',
  echoes: 'as-sent',
  etags: false,
}

type ToInsurer = Extract<
  Happening,
  { type: 'fate' | 'weather' | 'list' | 'details' | 'keeps' | 'spelling' | 'writes' | 'forbids' }
>

/** The insurer in a simulated history: it acts on what arrives, even if the sender is gone. */
export class SimulatedInsurer {
  readonly records: InsurerRecords
  readonly mood = new InsurerMood()
  readonly #nature: InsurerNature
  readonly #clock: VirtualClock
  readonly #watch: InsurerWatch
  readonly #callers: Callers
  readonly #lists: SimulatedLists
  #transit: Transit

  constructor(options: SimulatedInsurerOptions) {
    const { clock, watch, nature = plainNature, rowsBefore = 0, transit = atOnce } = options
    this.#clock = clock
    this.#watch = watch
    this.#nature = nature
    this.#transit = transit
    this.#callers = new Callers(clock, (line) => watch.trace(line))
    this.records = new InsurerRecords(clock, nature)
    this.#lists = new SimulatedLists({
      clock,
      records: this.records,
      callers: this.#callers,
      nature,
      rowsBefore,
      transit: (what) => this.#transit(what),
      failure: (caller) => this.#failure(caller, 'list'),
    })
    for (let n = 0; n < rowsBefore; n += 1) {
      for (const product of products) {
        const claim = madeUpClaim({ repairEstimate: n })
        this.records.commit({ product, claim, reference: null, entryId: null })
      }
    }
  }

  /** Changes what later requests meet. @param policyOf the policy number by its number in the script */
  happen(happening: ToInsurer, policyOf: (n: number) => string): void {
    switch (happening.type) {
      case 'fate':
        this.mood.fates.push(happening.fate)
        break
      case 'weather':
        this.mood.weather = happening.weather
        break
      case 'list':
        this.#lists.faults.set(happening.product, happening.fault)
        break
      case 'details':
        this.mood.detailsFault = happening.fault
        break
      case 'keeps':
        this.records.text = happening.text
        break
      case 'spelling':
        this.records.spelling = happening.spelling
        break
      case 'writes':
        this.records.writes = happening.writing
        break
      case 'forbids':
        this.mood.forbidden = happening.policy === null ? null : policyOf(happening.policy)
        break
    }
  }

  /** The API as one process sees it. */
  apiFor(caller: Caller): DeliveryApi {
    const readClaimList = this.#lists.readerFor(caller)
    return {
      createClaim: (product, claim, reference, signal) =>
        this.#post(caller, signal, JSON.stringify([product, claim, reference]), {
          policyNumber: claim.policyNumber,
          make: (entryId, hiddenMs, postedMs) => {
            this.records.commit({ product, claim, reference, entryId, hiddenMs, postedMs })
          },
          keptReference: () => this.#echoed(claim.incidentDetails, reference),
        }),
      requestPharmacy: (id, policyNumber, signal) =>
        this.#post(caller, signal, JSON.stringify([id, policyNumber]), {
          policyNumber: null,
          make: () => undefined,
          keptReference: () => null,
        }),
      lookUpClaim: (product, policyNumber, signal) =>
        this.#get<Result<ClaimLook, Failure>>(
          caller,
          signal,
          `details ${policyNumber}`,
          () => {
            const failure = this.#failure(caller, 'details')
            if (failure !== null) return err(failure)
            const look = this.records.details(product, policyNumber)
            return look === null ? err({ type: 'wrong-shape' }) : ok(look)
          },
          (failure) => err(failure),
        ),
      readClaimList,
      prepare: () => undefined,
      checkConnection: (signal) =>
        this.#get<ConnectionCheck>(
          caller,
          signal,
          'probe',
          () => (isOffline(caller) ? { type: 'no-network' } : this.mood.check()),
          ({ type }) => ({ type: type === 'timeout' ? 'server-trouble' : 'no-network' }),
        ),
    }
  }

  /** How many requests of a process are in flight. */
  askedBy(caller: Caller): number {
    return this.#callers.askedBy(caller)
  }

  /** Ends every fault. What the insurer does all the time stays. */
  putRight(transit: Transit): void {
    this.mood.putRight()
    this.#lists.putRight()
    this.#transit = transit
  }

  /** The fault that a request which only reads meets. */
  #failure(caller: Caller, what: 'list' | 'details'): Failure | null {
    return isOffline(caller) ? { type: 'offline' } : this.mood.failure(what)
  }

  #get<T>(
    caller: Caller,
    signal: AbortSignal | undefined,
    what: string,
    read: () => T,
    failed: (failure: Failure) => T,
  ): Promise<T> {
    return this.#callers.ask(caller, {
      what,
      signal,
      limitMs: getTimeLimitMs,
      brokenOff: (cause) => failed({ type: cause === 'timeout' ? 'timeout' : 'offline' }),
      answered: async (): Promise<T> => {
        await this.#transit(`${what} arrives`)
        const answer = read()
        caller.reach('arriving')
        await this.#transit(`${what} is answered`)
        return answer
      },
    })
  }

  async #post(
    caller: Caller,
    signal: AbortSignal | undefined,
    posted: string,
    effect: Effect,
  ): Promise<AttemptOutcome> {
    if (!caller.isAlive()) return await never()
    // Two identical claims must never be in flight together: they could not be told apart.
    const said = (caller.sending?.() ?? []).filter(({ body }) => postedBy(body) === posted)
    const entryId = said.length === 1 ? (said[0]?.id ?? null) : null
    const fate: PostFate = isOffline(caller)
      ? { type: 'never-left', cause: 'network' }
      : this.mood.fate(effect.policyNumber)
    return await this.#callers.ask(caller, {
      what: `post ${entryId} ${fate.type}`,
      signal,
      limitMs: postTimeLimitMs,
      asked: () => this.#watch.posted(entryId, mayAct(fate), caller.heldBy?.() ?? null),
      brokenOff: (cause) => ({ type: 'uncertain', cause, httpStatus: null }),
      answered: () => this.#exchange(caller, entryId, fate, effect),
    })
  }

  async #exchange(
    caller: Caller,
    entryId: string | null,
    fate: PostFate,
    effect: Effect,
  ): Promise<AttemptOutcome> {
    const postedMs = this.#clock.monotonicMs()
    const act = (hiddenMs: number, isCopy = false): void => {
      effect.make(entryId, hiddenMs, postedMs)
      this.#watch.trace(`acts on ${entryId}`)
      const shownFromMs = this.#clock.monotonicMs() + hiddenMs
      this.#watch.acted({ entryId, postedMs, shownFromMs, isCopy })
    }
    await this.#transit('post arrives')
    if (fate.type === 'answered') {
      act(fate.hiddenMs)
      if (fate.twice === true) act(fate.hiddenMs, true)
    }
    if (fate.type === 'lost' || fate.type === 'hangs') this.#actLater(fate, act)
    caller.reach('arriving')
    if (fate.type === 'hangs') return await never()
    await this.#transit('post is answered')
    switch (fate.type) {
      case 'answered':
        return { type: 'delivered', serverMessage: '', keptReference: effect.keptReference() }
      case 'rejected':
        return { type: 'rejected', serverMessage: '', fieldErrors: {} }
      case 'never-left':
        return { type: 'not-sent', cause: fate.cause }
      case 'key-refused':
      case 'forbidden':
      case 'rate-limited':
        return fate
      case 'lost':
        return {
          type: 'uncertain',
          cause: fate.cause,
          httpStatus: fate.cause === 'server-error' ? 500 : null,
        }
    }
  }

  #actLater(
    { commitAfterMs, hiddenMs }: Extract<PostFate, { type: 'lost' | 'hangs' }>,
    act: (hiddenMs: number) => void,
  ): void {
    if (commitAfterMs === 0) act(hiddenMs)
    else if (commitAfterMs !== null) this.#clock.after(commitAfterMs, () => act(hiddenMs))
  }

  #echoed(details: string, reference: string): boolean | null {
    switch (this.#nature.echoes) {
      case 'as-sent':
        return true
      case 'as-kept':
        return carriesReference(this.records.kept(detailsWithReference(details, reference)), reference)
      case 'nothing':
        return null
    }
  }
}

/** What a POST does when it takes effect. */
interface Effect {
  readonly policyNumber: string | null
  readonly make: (entryId: string | null, hiddenMs: number, postedMs: number) => void
  readonly keptReference: () => boolean | null
}

function postedBy(body: EntryBody): string {
  return JSON.stringify(
    body.kind === 'claim'
      ? [body.product, body.claim, body.branchReference]
      : [body.pharmacyId, body.policyNumber],
  )
}

const isOffline = (caller: Caller): boolean => caller.isOnline?.() === false

function mayAct(fate: PostFate): boolean {
  return fate.type === 'answered' || fate.type === 'lost' || fate.type === 'hangs'
}
