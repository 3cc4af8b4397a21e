import { detailsWithReference } from '#shared/domain/reference.ts'
import type { Claim } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { Brink, Happening, ListFault, PostFate, Spelling, Weather } from './happening.ts'
import { spelled } from './spelling.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The API client's limits on one exchange (src-main/api/exchange.ts). */
const postTimeLimitMs = 30_000
const getTimeLimitMs = 20_000
const longestCutMs = 4 * 60_000

/** A client process. Once it is dead it gets no more answers, but what it sent still arrives. */
export interface Caller {
  /** Its name. */
  readonly process: object
  readonly alive: () => boolean
  /** Called at a point at which it may be killed. */
  readonly reach: (brink: Brink) => void
  /** What it is sending now, by its own records. */
  readonly sending: () => readonly Pick<KeptEntry, 'id' | 'body'>[]
  /** The hold under which it must send nothing, or null. */
  readonly heldBy: () => HoldType | null
}

/** One claim in the insurer's records. */
interface InsurerRow {
  readonly claim: ReceivedClaim
  /** The entry whose POST created it; null for another computer's. */
  readonly entryId: string | null
  readonly visibleFromMs: number
}

/** What the insurer reports to the checks of the promises. */
export interface InsurerWatch {
  /**
   * A POST is sent. @param entryId the entry that is being sent, by its process's records @param mayAct whether it may
   * have an effect @param heldBy the hold under which it was sent all the same
   */
  posted(entryId: string | null, mayAct: boolean, heldBy: HoldType | null): void
  /** A POST took effect. */
  acted(entryId: string | null): void
  trace(line: string): void
}

/** The latency of a message, in ms; a scheduler may decide instead. */
export type Transit = (what: string) => Promise<void>

/** The insurer in a simulated history: it acts on what arrives, even if the sender is gone. */
export class SimulatedInsurer {
  readonly #rows: InsurerRow[] = []
  readonly #fates: PostFate[] = []
  readonly #listFaults = new Map<Product, ListFault>()
  #weather: Weather = 'fine'
  #spelling: Spelling = 'as-sent'
  hasKey = true
  #transit: Transit
  /** Products whose last answered reading was unusable. */
  readonly unusable = new Set<Product>()
  readonly #clock: VirtualClock
  readonly #watch: InsurerWatch
  readonly #rowsBefore: number
  readonly #open = new WeakMap<object, number>()
  readonly #cutSinceMs = new Map<Product, number>()
  #nextId = 100

  constructor(clock: VirtualClock, watch: InsurerWatch, rowsBefore: number, transit: Transit) {
    this.#clock = clock
    this.#watch = watch
    this.#rowsBefore = rowsBefore
    this.#transit = transit
    for (let n = 0; n < rowsBefore; n += 1) {
      for (const product of ['keke', 'okada'] as const) {
        this.commit(product, { ...madeUpClaim({ repairEstimate: n }), reference: null }, null)
      }
    }
  }

  /** Changes what later requests meet. */
  happen(happening: Extract<Happening, { type: 'fate' | 'weather' | 'list' | 'spelling' }>): void {
    switch (happening.type) {
      case 'fate':
        this.#fates.push(happening.fate)
        break
      case 'weather':
        this.#weather = happening.weather
        break
      case 'list':
        this.#listFaults.set(happening.product, happening.fault)
        break
      case 'spelling':
        this.#spelling = happening.spelling
        break
    }
  }

  /** The API as one process sees it. */
  apiFor(caller: Caller): DeliveryApi {
    // The lists this process has read in full: only then can it notice that a list was cut.
    const readInFull = new Set<Product>()
    return {
      createClaim: (product, claim, reference, signal) =>
        this.#post(caller, signal, JSON.stringify([product, claim, reference]), (entryId, hiddenMs) =>
          this.commit(product, { ...claim, reference }, entryId, hiddenMs),
        ),
      requestPharmacy: (id, policyNumber, signal) =>
        this.#post(caller, signal, JSON.stringify([id, policyNumber]), () => undefined),
      listClaims: async (product, signal) => {
        const cut = new Set<Product>()
        const list = await this.#get<Result<readonly ReceivedClaim[], Failure>>(
          caller,
          signal,
          `list ${product}`,
          () => this.#list(product, readInFull, cut),
          (failure) => err(failure),
        )
        if (list.ok && !cut.has(product)) {
          this.unusable.delete(product)
          readInFull.add(product)
          this.#cutSinceMs.delete(product)
        } else this.unusable.add(product)
        return list
      },
      checkConnection: (signal) =>
        this.#get<ConnectionCheck>(
          caller,
          signal,
          'probe',
          () => this.#check(),
          ({ type }) => ({ type: type === 'timeout' ? 'server-trouble' : 'no-network' }),
        ),
    }
  }

  /**
   * Creates a claim, from any computer. @param reference null for one that another system sent. @param hiddenMs how long
   * the list does not show it. @returns its id
   */
  commit(
    product: Product,
    { reference, ...claim }: Claim & { readonly reference: string | null },
    entryId: string | null,
    hiddenMs = 0,
  ): number {
    this.#nextId += 1
    const at = this.#clock.now().toISOString()
    const sinceMs = this.#clock.monotonicMs()
    const incidentDetails =
      reference === null ? claim.incidentDetails : detailsWithReference(claim.incidentDetails, reference)
    const books = { status: '0', deletedAt: null, createdAt: at, updatedAt: at }
    this.#rows.push({
      claim: { ...claim, product, id: this.#nextId, incidentDetails, ...books },
      entryId,
      visibleFromMs: sinceMs + hiddenMs,
    })
    return this.#nextId
  }

  /** How many requests of a process are in flight. */
  askedBy(caller: object): number {
    return this.#open.get(caller) ?? 0
  }

  /** Ends every fault. */
  putRight(transit: Transit): void {
    this.#weather = 'fine'
    this.#fates.length = 0
    this.#listFaults.clear()
    this.hasKey = true
    this.#transit = transit
  }

  // Counts what is open, so that a quiet moment can be detected.
  async #counted<T>(caller: Caller, work: Promise<T>): Promise<T> {
    const count = (by: number): unknown => this.#open.set(caller.process, this.askedBy(caller.process) + by)
    count(1)
    try {
      return await work
    } finally {
      count(-1)
    }
  }

  async #get<T>(
    caller: Caller,
    signal: AbortSignal | undefined,
    what: string,
    read: () => T,
    failed: (failure: Failure) => T,
  ): Promise<T> {
    if (!caller.alive()) return await never()
    caller.reach('asking')
    this.#watch.trace(`asks ${what}`)
    const answered = (async (): Promise<T> => {
      await this.#transit(`${what} arrives`)
      const answer = read()
      caller.reach('arriving')
      await this.#transit(`${what} is answered`)
      return answer
    })()
    const brokenOff = this.#brokenOff(signal, getTimeLimitMs, (cause) =>
      failed({ type: cause === 'timeout' ? 'timeout' : 'offline' }),
    )
    const answer = await this.#counted(caller, Promise.race([answered, brokenOff.promise]))
    brokenOff.release()
    if (!caller.alive()) return await never()
    caller.reach('answering')
    return caller.alive() ? answer : await never()
  }

  async #post(
    caller: Caller,
    signal: AbortSignal | undefined,
    posted: string,
    commit: (entryId: string | null, hiddenMs: number) => void,
  ): Promise<AttemptOutcome> {
    if (!caller.alive()) return await never()
    // Two identical claims must never be in flight together: they could not be told apart.
    const said = caller.sending().filter(({ body }) => postedBy(body) === posted)
    const entryId = said.length === 1 ? (said[0]?.id ?? null) : null
    const fate = this.#fate()
    this.#watch.trace(`posts ${entryId} ${fate.type}`)
    caller.reach('asking')
    if (!caller.alive()) return await never()
    this.#watch.posted(entryId, mayAct(fate), caller.heldBy())
    const act = (hiddenMs: number): void => {
      commit(entryId, hiddenMs)
      this.#watch.trace(`acts on ${entryId}`)
      this.#watch.acted(entryId)
    }
    const answered = this.#exchange(caller, fate, act)
    const brokenOff = this.#brokenOff<AttemptOutcome>(signal, postTimeLimitMs, (cause) => ({
      type: 'uncertain',
      cause,
      httpStatus: null,
    }))
    const outcome = await this.#counted(caller, Promise.race([answered, brokenOff.promise]))
    brokenOff.release()
    if (!caller.alive()) return await never()
    caller.reach('answering')
    return caller.alive() ? outcome : await never()
  }

  async #exchange(caller: Caller, fate: PostFate, act: (hiddenMs: number) => void): Promise<AttemptOutcome> {
    await this.#transit('post arrives')
    if (fate.type === 'answered') act(fate.hiddenMs)
    if (fate.type === 'lost' || fate.type === 'hangs') this.#actLater(fate, act)
    caller.reach('arriving')
    if (fate.type === 'hangs') return await never()
    await this.#transit('post is answered')
    switch (fate.type) {
      case 'answered':
        return { type: 'delivered', serverMessage: '' }
      case 'rejected':
        return { type: 'rejected', serverMessage: '', fieldErrors: {} }
      case 'never-left':
        return { type: 'not-sent', cause: fate.cause }
      case 'key-refused':
      case 'rate-limited':
        return fate
      case 'lost':
        return { type: 'uncertain', cause: fate.cause, httpStatus: null }
    }
  }

  #actLater(
    { commitAfterMs, hiddenMs }: Extract<PostFate, { type: 'lost' | 'hangs' }>,
    act: (hiddenMs: number) => void,
  ): void {
    if (commitAfterMs === 0) act(hiddenMs)
    else if (commitAfterMs !== null) this.#clock.after(commitAfterMs, () => act(hiddenMs))
  }

  // A general fault overrides what was planned for the POST.
  #fate(): PostFate {
    if (!this.hasKey) return { type: 'key-refused' }
    switch (this.#weather) {
      case 'offline':
        return { type: 'never-left', cause: 'network' }
      case 'key-refused':
        return { type: 'key-refused' }
      case 'rate-limited':
        return { type: 'rate-limited', retryAfterMs: 30_000 }
      case 'intercepted':
        return { type: 'lost', cause: 'intercepted', commitAfterMs: null, hiddenMs: 0 }
      case 'server-trouble':
        return { type: 'lost', cause: 'server-error', commitAfterMs: null, hiddenMs: 0 }
      case 'fine':
      case 'lists-fail':
        return this.#fates.shift() ?? { type: 'answered', hiddenMs: 0 }
    }
  }

  #list(
    product: Product,
    readInFull: Set<Product>,
    cut: Set<Product>,
  ): Result<readonly ReceivedClaim[], Failure> {
    const failure = this.#listFailure(product)
    if (failure !== null) return err(failure)
    const now = this.#clock.monotonicMs()
    const shown = this.#rows.filter((row) => row.claim.product === product && row.visibleFromMs <= now)
    const claims = shown.map(({ claim }) => spelled(claim, this.#spelling)).reverse()
    const fault = this.#listFaults.get(product) ?? 'none'
    const isCut = fault === 'cut-newest' || fault === 'cut-oldest'
    if (isCut && readInFull.has(product) && this.#isStillCut(product)) {
      const keep = Math.max(0, this.#rowsBefore - 1)
      cut.add(product)
      return ok(fault === 'cut-newest' ? claims.slice(claims.length - keep) : claims.slice(0, keep))
    }
    return ok(claims)
  }

  // A list that stays cut for longer than the proof of absence takes is indistinguishable from one that lost claims.
  #isStillCut(product: Product): boolean {
    const now = this.#clock.monotonicMs()
    const sinceMs = this.#cutSinceMs.get(product) ?? now
    this.#cutSinceMs.set(product, sinceMs)
    return now - sinceMs < longestCutMs
  }

  #listFailure(product: Product): Failure | null {
    if (!this.hasKey) return { type: 'no-key' }
    switch (this.#weather) {
      case 'fine':
        break
      case 'rate-limited':
        return { type: 'rate-limited', retryAfterMs: 30_000 }
      case 'server-trouble':
      case 'lists-fail':
        return { type: 'server-error', httpStatus: 500 }
      case 'offline':
      case 'intercepted':
      case 'key-refused':
        return { type: this.#weather }
    }
    const fault = this.#listFaults.get(product) ?? 'none'
    switch (fault) {
      case 'server-error':
        return { type: fault, httpStatus: 500 }
      case 'timeout':
      case 'wrong-shape':
        return { type: fault }
      case 'cut-newest':
      case 'cut-oldest':
        return this.#rowsBefore === 0 ? { type: 'server-error', httpStatus: 502 } : null
      case 'none':
        return null
    }
  }

  #check(): ConnectionCheck {
    if (!this.hasKey) return { type: 'no-key' }
    switch (this.#weather) {
      case 'offline':
        return { type: 'no-network' }
      case 'intercepted':
        return { type: 'not-the-api' }
      case 'key-refused':
        return { type: 'key-refused' }
      case 'server-trouble':
      case 'rate-limited':
        return { type: 'server-trouble' }
      case 'fine':
      case 'lists-fail':
        return { type: 'works' }
    }
  }

  // The caller aborts or times out.
  #brokenOff<T>(
    signal: AbortSignal | undefined,
    limitMs: number,
    outcome: (cause: 'timeout' | 'stopped' | 'suspended') => T,
  ): { readonly promise: Promise<T>; readonly release: () => void } {
    let release = (): void => undefined
    const promise = new Promise<T>((resolve) => {
      release = this.#clock.after(limitMs, () => resolve(outcome('timeout')))
      signal?.addEventListener('abort', () => {
        resolve(outcome(signal.reason === 'suspended' ? 'suspended' : 'stopped'))
      })
    })
    return { promise, release: () => release() }
  }
}

function postedBy(body: EntryBody): string {
  return JSON.stringify(
    body.kind === 'claim'
      ? [body.product, body.claim, body.branchReference]
      : [body.pharmacyId, body.policyNumber],
  )
}

function mayAct(fate: PostFate): boolean {
  return fate.type === 'answered' || fate.type === 'lost' || fate.type === 'hangs'
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined)
}
