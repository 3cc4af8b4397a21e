import { DatabaseSync } from 'node:sqlite'
import type { Product } from '#shared/domain/product.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { isDecidable, isReceived, isSettled, isWithdrawn, needsOfficer } from '#shared/outbox/predicates.ts'
import { createEngineMemory } from '../../outbox/engine-memory.ts'
import type { KeptEntry } from '../../outbox/entry-codec.ts'
import { migrate } from '../../outbox/migrations.ts'
import { madeUpClaim } from '../../outbox/model/made-up.ts'
import { plainProtection } from '../../outbox/model/plain-protection.ts'
import { createOutbox, type Outbox } from '../../outbox/outbox.ts'
import { Engine } from '../engine.ts'
import { SimulatedInsurer, type PostFate, type Weather } from './simulated-insurer.ts'
import { VirtualClock } from './virtual-clock.ts'

/** One thing that happens in a history. Data alone, so that a failing history shrinks and replays. */
export type Happening =
  | {
      readonly type: 'submit-claim'
      readonly policy: number
      readonly product: Product
      readonly exact: boolean
    }
  | { readonly type: 'submit-request'; readonly policy: number }
  | { readonly type: 'time'; readonly seconds: number }
  | { readonly type: 'fate'; readonly fate: PostFate }
  | { readonly type: 'weather'; readonly weather: Weather }
  | { readonly type: 'kill' }
  | { readonly type: 'sleep'; readonly seconds: number }
  | { readonly type: 'pause'; readonly paused: boolean }
  | { readonly type: 'full-disk'; readonly writes: number }
  | { readonly type: 'clock-jump'; readonly days: number }
  | {
      readonly type: 'officer'
      readonly does: 'accept' | 'resend' | 'discard' | 'send-now' | 'look-now' | 'try-now'
      readonly pick: number
    }

interface Tracked {
  readonly submission: Submission
  resends: number
  withdrawn: boolean
  accepted: boolean
}

/** The real outbox and engine through a history, with the promises checked after every happening. */
export class History {
  readonly #clock = new VirtualClock()
  readonly #insurer = new SimulatedInsurer(this.#clock)
  readonly #database = new DatabaseSync(':memory:')
  readonly #tracked: Tracked[] = []
  #outbox: Outbox
  #engine: Engine
  #writesLeft = Infinity
  #process = 0

  constructor() {
    migrate(this.#database)
    ;({ outbox: this.#outbox, engine: this.#engine } = this.#boot())
    this.#engine.start()
  }

  async happen(happening: Happening): Promise<void> {
    switch (happening.type) {
      case 'submit-claim':
      case 'submit-request':
        this.#submit(happening)
        break
      case 'time':
        await this.#clock.advance(happening.seconds * 1000)
        break
      case 'fate':
        this.#insurer.fates.push(happening.fate)
        break
      case 'weather':
        this.#insurer.weather = happening.weather
        break
      case 'kill':
        this.#kill()
        break
      case 'sleep':
        this.#engine.suspend()
        await this.#clock.advance(happening.seconds * 1000)
        this.#engine.resume()
        break
      case 'pause':
        this.#engine.pause(happening.paused)
        break
      case 'full-disk':
        this.#writesLeft = happening.writes
        break
      case 'clock-jump':
        this.#clock.jump(happening.days * 86_400_000)
        break
      case 'officer':
        this.#officer(happening.does, happening.pick)
        break
    }
    await this.#clock.settle()
    this.#check()
  }

  /** Everything is put right; hours later nothing may be left that only time could have moved. */
  async heal(): Promise<void> {
    this.#insurer.weather = 'fine'
    this.#insurer.fates.length = 0
    this.#writesLeft = Infinity
    this.#engine.pause(false)
    this.#engine.tryNow()
    this.#engine.suspend()
    this.#engine.resume()
    await this.#clock.advance(4 * 60 * 60_000)
    this.#check()
    for (const { submission } of this.#tracked) {
      const entry = this.#outbox.get(submission.id)
      if (entry === null) throw new Error(`lost: ${submission.id}`)
      if (!isSettled(entry.state) && !needsOfficer(entry.body.kind, entry.state)) {
        throw new Error(`stuck in ${entry.state.name}: ${submission.id}`)
      }
    }
  }

  async end(): Promise<void> {
    const stopped = this.#engine.stop()
    await this.#clock.advance(10_000)
    await stopped
    this.#database.close()
  }

  #boot(): { outbox: Outbox; engine: Engine } {
    const outbox = this.#withDisk(createOutbox(this.#database, plainProtection))
    const engine = new Engine({
      outbox,
      memory: createEngineMemory(this.#database),
      api: this.#insurer,
      clock: this.#clock,
      random: () => 0.5,
      hasKey: () => Promise.resolve(true),
      baselineMaxAgeMs: () => 10 * 60_000,
      onEntries: () => undefined,
      onStatus: () => undefined,
    })
    return { outbox, engine }
  }

  // The disk takes so many more writes of attempts, then none until it is emptied.
  #withDisk(outbox: Outbox): Outbox {
    const full = { ok: false, error: { type: 'disk-full' } } as const
    const process = this.#process
    const write = <T>(work: () => T): T | typeof full => {
      if (process !== this.#process) return full
      this.#writesLeft -= 1
      return this.#writesLeft < 0 ? full : work()
    }
    return new Proxy(outbox, {
      get: (target, name) => {
        switch (name) {
          case 'openAttempt':
            return (...args: Parameters<Outbox['openAttempt']>) => write(() => target.openAttempt(...args))
          case 'closeAttempt':
            return (...args: Parameters<Outbox['closeAttempt']>) => write(() => target.closeAttempt(...args))
          default: {
            const member: unknown = Reflect.get(target, name, target)
            return typeof member === 'function' ? (member.bind(target) as unknown) : member
          }
        }
      },
    })
  }

  #submit(happening: Extract<Happening, { type: 'submit-claim' | 'submit-request' }>): void {
    const n = this.#tracked.length
    const policyNumber = `KKP/${happening.policy}`
    const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
    const submission: Submission =
      happening.type === 'submit-request'
        ? { id, body: { kind: 'pharmacy-request', pharmacyId: n + 1, pharmacyName: 'P', policyNumber } }
        : {
            id,
            body: {
              kind: 'claim',
              product: happening.product,
              claim: madeUpClaim({ policyNumber, claimantIdentification: id }),
              branchReference: happening.exact ? `0000-${String(n).padStart(4, '0')}` : null,
            },
          }
    const kept = this.#outbox.accept(submission, this.#clock.now().toISOString())
    this.#tracked.push({ submission, resends: 0, withdrawn: false, accepted: kept.ok })
    this.#engine.nudge()
  }

  #kill(): void {
    this.#insurer.processEnded()
    this.#process += 1
    // The dead engine's loop is put to rest; whatever it still writes goes nowhere.
    this.#engine.suspend()
    ;({ outbox: this.#outbox, engine: this.#engine } = this.#boot())
    this.#engine.start()
  }

  #officer(does: Extract<Happening, { type: 'officer' }>['does'], pick: number): void {
    const tracked = this.#tracked[pick % Math.max(1, this.#tracked.length)]
    if (does === 'try-now') this.#engine.tryNow()
    if (tracked === undefined) return
    const { id, body } = tracked.submission
    const entry = this.#outbox.get(id)
    if (entry === null) return
    const at = this.#clock.now().toISOString()
    if (does === 'send-now') this.#engine.sendNow(id)
    else if (does === 'look-now' && body.kind === 'claim') void this.#engine.lookNow(id, body.product)
    else if (does === 'accept') this.#outbox.apply(id, { type: 'officer-accepts', at })
    else if (does === 'resend' && this.#outbox.apply(id, { type: 'officer-resends', at }).ok)
      tracked.resends += 1
    else if (does === 'discard' && this.#outbox.apply(id, { type: 'withdraw', at, to: 'discarded' }).ok) {
      tracked.withdrawn = true
    }
    this.#engine.nudge()
  }

  #check(): void {
    for (const tracked of this.#tracked) {
      const entry = this.#outbox.get(tracked.submission.id)
      if (entry === null) {
        if (tracked.accepted) throw new Error(`lost: ${tracked.submission.id}`)
        continue
      }
      if (isWithdrawn(entry.state) && !tracked.withdrawn) throw new Error(`withdrawn by nobody: ${entry.id}`)
      if (entry.body.kind === 'claim') this.#checkClaim(entry, tracked)
      else this.#checkRequest(entry, tracked)
    }
  }

  #checkClaim(entry: KeptEntry, tracked: Tracked): void {
    const held = this.#insurer.claims.filter((claim) => claim.claimantIdentification === entry.id).length
    if (held > 1 + tracked.resends) throw new Error(`${held} claims for one entry: ${entry.id}`)
    const { state } = entry
    if (!isReceived(state)) return
    const officerSaysSo = 'evidence' in state && state.evidence === 'officer'
    if (held === 0 && !officerSaysSo) throw new Error(`received, but the insurer has none: ${entry.id}`)
  }

  #checkRequest(entry: KeptEntry, tracked: Tracked): void {
    if (entry.body.kind !== 'pharmacy-request') return
    const key = `${entry.body.pharmacyId}/${entry.body.policyNumber}`
    const arrived = this.#insurer.requests.filter((request) => request === key).length
    if (arrived > 1 + tracked.resends) throw new Error(`${arrived} messages for one request: ${entry.id}`)
    if (isReceived(entry.state) && arrived === 0 && !isDecidedByOfficer(entry)) {
      throw new Error(`received, but nothing arrived: ${entry.id}`)
    }
  }
}

function isDecidedByOfficer({ state }: KeptEntry): boolean {
  return isDecidable(state) || ('evidence' in state && state.evidence === 'officer')
}
