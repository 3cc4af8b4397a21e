import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import type { Engine } from '#main/delivery/engine.ts'
import type { Entry, Submission } from '#shared/outbox/entry.ts'
import { isSettled, isUnconfirmed, isWaiting, needsOfficer } from '#shared/outbox/predicates.ts'
import type { FaultyWire } from './faulty-wire.ts'
import type { SkippingClock } from './skipping-clock.ts'
import { CallsThroughFaults } from './through-faults.ts'
import type { WireCase } from './wire-case.ts'
import { WirePromises } from './wire-promises.ts'

/** Limits of one exchange. A healthy one over loopback takes a few milliseconds. */
const limitsMs = {
  postTimeoutMs: 500,
  getTimeoutMs: 2_000,
  getTotalTimeoutMs: 2_000,
  connectTimeoutMs: 500,
} as const

/** On a busy computer a time limit passes without any fault: an officer gives up sending again, as they would. */
const mostResends = 2

export interface WireHarnessOptions {
  readonly wireCase: WireCase
  readonly server: TestInsurer
  readonly wire: FaultyWire
  readonly clock: SkippingClock
  /** Where the wire begins. */
  readonly url: string
}

/** The real outbox, engine and client of one run, its officer, and the promises, looked at after every step. */
export class WireHarness {
  readonly #options: WireHarnessOptions
  readonly #outbox: Outbox
  readonly #engine: Engine
  readonly #close: () => Promise<void>
  readonly #settled = Promise.withResolvers<true>()
  readonly promises: WirePromises
  readonly calls: CallsThroughFaults
  wasUncertain = false
  #ended = false
  /** The engine's time at which the other policy's entry had its turn; null before. */
  companionsTurnMs: number | null = null

  constructor(options: WireHarnessOptions) {
    const { wireCase, server, wire, clock, url } = options
    this.#options = options
    // What survives a crash is another proof's subject: here the disk would only slow the wire down.
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
    this.#outbox = new Outbox(database, protection)
    this.promises = new WirePromises(this.#outbox, server)
    const api = createMerchantApi({ ...limitsMs, baseUrl: url, readKey: () => Promise.resolve(server.key) })
    this.calls = new CallsThroughFaults(api, wire, wireCase)
    this.#engine = plainEngine(database, {
      outbox: this.#outbox,
      api: this.calls.api,
      clock,
      // The faults of a case are for its entry alone.
      sideBySide: () => 1,
      onChange: () => this.#look(),
    })
    this.#close = async () => {
      await api.close()
      database.close()
    }
  }

  get entry(): Entry | null {
    return this.#outbox.get(this.#options.wireCase.submission.id)
  }

  /** Accepts the entry and its companion and starts delivering. */
  start(): void {
    const { submission, companion } = this.#options.wireCase
    for (const each of [submission, companion]) this.#accept(each)
    this.#engine.start()
  }

  /** @returns whether everything was settled within that time, in milliseconds of real time. */
  async settledWithin(limitMs: number): Promise<boolean> {
    const over = new AbortController()
    const late = pause(limitMs, false, { signal: over.signal }).catch(() => true)
    const settled = await Promise.race([this.#settled.promise, late])
    over.abort()
    return settled
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#options.clock.stop()
    await this.#engine.stop()
    // What is still on the way arrives before it is counted.
    await this.#options.wire.quiet()
    this.promises.check()
    await this.#close()
  }

  #accept(submission: Submission): void {
    const kept = this.#outbox.accept(submission, this.#options.clock.now().toISOString())
    if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
    this.promises.accepted(submission)
  }

  #look(): void {
    this.promises.check()
    const { submission, companion } = this.#options.wireCase
    const entries = [submission, companion].flatMap(({ id }) => this.#outbox.get(id) ?? [])
    for (const { id, body, state, candidates } of entries) {
      if (id === submission.id && isUnconfirmed(state)) this.wasUncertain = true
      if (id === companion.id && !isWaiting(state)) {
        this.companionsTurnMs ??= this.#options.clock.monotonicMs()
      }
      // The officer looks at it in a turn of their own, as they would.
      if (needsOfficer(body.kind, state, candidates)) setImmediate(() => this.#decide(id))
    }
    if (entries.length === 2 && entries.every(({ state }) => isSettled(state))) this.#settled.resolve(true)
  }

  #decide(id: string): void {
    const entry = this.#ended ? null : this.#outbox.get(id)
    if (entry === null) return
    if (entry.candidates > 0) {
      this.#compare(entry)
      return
    }
    // The insurer can be asked about a claim that was proved absent too often; nothing is known of a message.
    const resends =
      entry.body.kind === 'claim'
        ? this.promises.held(entry) === 0
        : this.#options.wireCase.officer === 'resends' && this.promises.resends < mostResends
    const type = resends ? 'officer-resends' : 'officer-accepts'
    if (!this.#outbox.apply(id, { type, at: this.#options.clock.now().toISOString() }).ok) return
    if (type === 'officer-resends') this.promises.resends += 1
    this.#engine.nudge()
  }

  // The officer knows the claim by whose it is.
  #compare({ id, body }: Entry): void {
    const at = this.#options.clock.now().toISOString()
    for (const { key, claim, ruledOutAt } of this.#outbox.candidates.ofEntry(id)) {
      if (ruledOutAt !== null || body.kind !== 'claim') continue
      const isIt = claim.claimantIdentification === body.claim.claimantIdentification
      if (isIt) this.#outbox.identify(id, key, at)
      else this.#outbox.candidates.ruleOut(id, key, at)
    }
    this.#engine.nudge()
  }
}
