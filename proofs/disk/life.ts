import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryStateName, Submission } from '#shared/outbox/entry.ts'
import { isReceived, isSettled, isWaiting, isWithdrawn } from '#shared/outbox/predicates.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { openStorage } from '#main/outbox/open-outbox.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { ModelServer, type ScriptedPost } from '#testing/engine/model-server.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createDraftStore, type DraftStore } from '#main/outbox/drafts/draft-store.ts'
import { claimSubmission, madeUpDraft, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox, type OutboxFailure } from '#main/outbox/outbox.ts'
import { mortal } from '#testing/mortal.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import { err, type Result } from '#shared/result.ts'

/** The result of one life of an outbox whose disk failed. */
export interface LifeReport {
  /** What the officer saw, each once: a refusal's type, a hold, or why the outbox could not be opened. */
  readonly reported: readonly string[]
  /** Violations of the promises. */
  readonly broken: readonly string[]
  readonly accepted: number
}

export interface LifeOptions {
  readonly folder: string
  /** Ends the trouble, as the officer or an administrator would. */
  readonly endTrouble: () => void
  /** Reads something while the disk works: the proof's own reads are not part of the life. */
  readonly aside?: <T>(look: () => T) => T
  /** Called with every database that is opened. */
  readonly onOpened?: (database: DatabaseSync) => void
}

const uncertain: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
const delivered: AttemptOutcome = { type: 'delivered', serverMessage: 'Claim initiated', keptReference: null }
const refusedOn: AttemptOutcome = { type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} }
const storageHolds: readonly string[] = ['disk-full', 'read-only', 'disk-fault']
/** How much longer the trouble lasts once it was noticed, in ms. */
const noticedForMs = 120_000

interface Running {
  readonly database: DatabaseSync
  readonly outbox: Outbox
  readonly drafts: DraftStore
  readonly engine: Engine
  kill(): void
}

/**
 * One life of an outbox, from the first start to the last entry settled: every event an entry can meet, the officer's
 * actions, a crash and a sleep, over the real outbox and engine. Whenever the disk fails, the life waits, ends the
 * trouble and retries what was refused, as an officer would.
 */
export async function live(options: LifeOptions): Promise<LifeReport> {
  const life = new Life(options)
  try {
    await life.run()
  } finally {
    await life.close()
  }
  return { reported: [...life.reported].sort(), broken: life.broken, accepted: life.accepted.size }
}

class Life {
  readonly reported = new Set<string>()
  readonly broken: string[] = []
  readonly accepted = new Map<string, Submission>()
  readonly #options: LifeOptions
  readonly #clock = new VirtualClock()
  readonly #server = new ModelServer()
  #running: Running | null = null
  #policies = 0
  /** Requests an officer chose to send again, and rows created by others. */
  readonly #resent = new Set<string>()
  readonly #doubled = new Set<string>()

  constructor(options: LifeOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    this.#start()
    await this.#deliver('keke', delivered, true)
    await this.#settleWith(await this.#deliver('keke', uncertain, true), 'delivered')
    await this.#settleWith(await this.#deliver('keke', uncertain, false), 'delivered')
    await this.#settleWith(
      await this.#deliver('okada', { type: 'not-sent', cause: 'dns' }, false),
      'delivered',
    )
    await this.#settleWith(
      await this.#deliver('okada', { type: 'rate-limited', retryAfterMs: 60_000 }, false),
      'delivered',
    )
    const keyed = await this.#deliver('okada', { type: 'key-refused' }, false)
    this.#now().engine.keyChanged()
    await this.#settleWith(keyed, 'delivered')
    await this.#backToDraft(await this.#deliver('okada', refusedOn, false))
    await this.#pharmacyRequests()
    await this.#paused()
    await this.#duplicate(await this.#deliver('keke', uncertain, false))
    await this.#killedInFlight()
    await this.#sleptInFlight()
    await this.#pass(20 * 60_000)
    await this.#checkEnd()
  }

  async close(): Promise<void> {
    // What is refused during shutdown is not part of the life.
    this.#options.endTrouble()
    await this.#running?.engine.stop()
    this.#running?.database.close()
  }

  async #pharmacyRequests(): Promise<void> {
    for (const event of ['officer-accepts', 'officer-resends'] as const) {
      this.#next({ commits: true, sees: uncertain })
      const { id } = await this.#accept(pharmacySubmission(this.#policy(), 7))
      await this.#settleWith(id, 'unconfirmed')
      if (event === 'officer-resends') this.#resent.add(id)
      await this.#insist(event, ({ outbox }) => outbox.apply(id, { type: event, at: this.#at() }))
      this.#now().engine.nudge()
      await this.#settleWith(id, 'delivered')
    }
  }

  async #paused(): Promise<void> {
    this.#now().engine.pause(true)
    const waits = await this.#accept(this.#claim('keke'))
    const unwanted = await this.#accept(this.#claim('okada'))
    await this.#pass(60_000)
    if (!this.#waits(waits.id)) this.broken.push('sent although paused')
    await this.#insist('discard', ({ outbox }) =>
      outbox.apply(unwanted.id, { type: 'withdraw', at: this.#at(), to: 'discarded' }),
    )
    await this.#restart()
    if (!this.#waits(waits.id)) this.broken.push('a pause was forgotten')
    this.#now().engine.pause(false)
    await this.#settleWith(waits.id, 'delivered')
  }

  async #backToDraft(id: string): Promise<void> {
    await this.#settleWith(id, 'rejected')
    const draft = this.#draft(newId())
    await this.#insist('to-draft', ({ outbox, drafts }) =>
      outbox.apply(id, { type: 'withdraw', at: this.#at(), to: 'draft' }, () => drafts.keepWithin(draft)),
    )
    const kept = await this.#read(({ drafts }) => drafts.kept())
    if (!kept.some((copy) => copy.draft.id === draft.id)) this.broken.push('an entry became no draft')
    await this.#insist('forget-copy', ({ drafts }) => drafts.forget(draft.id))
  }

  async #duplicate(id: string): Promise<void> {
    await this.#settleWith(id, 'delivered')
    const submission = this.accepted.get(id)
    if (submission?.body.kind !== 'claim') return
    this.#doubled.add(id)
    this.#server.commit(submission.body.product, submission.body.claim, submission.body.branchReference)
    // What was sent first arrives after all: the later looks at a claim that was sent again show both rows.
    await this.#pass(65 * 60_000)
    await this.#insist('acknowledge', ({ outbox }) => {
      if (outbox.claimRows.duplicatesOf(id).length === 0) this.broken.push('a duplicate raised no alarm')
      return outbox.claimRows.acknowledgeDuplicates(id, this.#at())
    })
  }

  async #killedInFlight(): Promise<void> {
    this.#server.hang = Promise.withResolvers()
    const id = await this.#deliver('keke', delivered, true)
    await this.#settleWith(id, 'sending')
    await this.#restart()
    this.#server.hang = null
    await this.#settleWith(id, 'delivered')
  }

  async #sleptInFlight(): Promise<void> {
    this.#server.hang = Promise.withResolvers()
    const id = await this.#deliver('okada', delivered, false)
    await this.#settleWith(id, 'sending')
    this.#now().engine.suspend()
    await this.#clock.settle()
    this.#server.hang = null
    this.#now().engine.resume()
    await this.#settleWith(id, 'delivered')
  }

  #claim(product: Product): Submission {
    const claim: Partial<ClaimContent> = { policyNumber: this.#policy() }
    return claimSubmission(claim, { product, branchReference: newBranchReference() })
  }

  #policy(): string {
    this.#policies += 1
    return `KKP/2026/LA/${String(this.#policies).padStart(6, '0')}`
  }

  #draft(id: string): Draft {
    const times = { createdAt: this.#at(), updatedAt: this.#at() }
    return madeUpDraft({ id, branchReference: newBranchReference(), ...times })
  }

  #next(post: ScriptedPost): void {
    this.#server.posts.push(post)
  }

  /** Writes a claim, saves it as a draft and submits it; the insurer gives this answer. */
  async #deliver(product: Product, sees: AttemptOutcome, commits: boolean): Promise<string> {
    const submission = this.#claim(product)
    await this.#insist('keep-copy', ({ drafts }) => drafts.save(this.#draft(submission.id)))
    this.#next({ commits, sees })
    return (await this.#accept(submission)).id
  }

  async #accept(submission: Submission): Promise<Submission> {
    await this.#insist('accept', ({ outbox }) => {
      const kept = outbox.accept(submission, this.#at())
      if (kept.ok) this.accepted.set(submission.id, submission)
      return kept
    })
    this.#now().engine.nudge()
    await this.#pass(0)
    return submission
  }

  /** Runs an officer's action; if it is refused, retries after the trouble. */
  async #insist(what: string, act: (running: Running) => Result<unknown, OutboxFailure>): Promise<void> {
    const attempt = (): Result<unknown, OutboxFailure> => {
      const acted = guardStorage(() => act(this.#now()))
      return acted.ok ? acted.value : acted
    }
    for (let tries = 0; ; tries += 1) {
      const acted = attempt()
      if (acted.ok) return
      this.reported.add(acted.error.type)
      if (tries >= 1) {
        this.broken.push(`${what}: ${acted.error.type} after the trouble ended`)
        return
      }
      await this.#sitOut()
    }
  }

  /** Reads something; if the disk fails, retries after the trouble. */
  async #read<T>(look: (running: Running) => T): Promise<T> {
    const first = guardStorage(() => look(this.#now()))
    if (first.ok) return first.value
    this.reported.add(first.error.type)
    await this.#sitOut()
    return look(this.#now())
  }

  /** Lets time pass until an entry is in a state, waiting out any trouble. */
  async #settleWith(id: string, name: EntryStateName): Promise<void> {
    for (let waited = 0; waited < 240 && this.#state(id) !== name; waited += 1) await this.#pass(15_000)
    if (this.#state(id) !== name) this.broken.push(`${this.#state(id) ?? 'nothing'} in place of ${name}`)
  }

  async #pass(ms: number): Promise<void> {
    await this.#clock.advance(ms)
    await this.#clock.settle()
    this.#check()
    if (this.#storageHolds().length > 0) await this.#sitOut()
  }

  async #sitOut(): Promise<void> {
    await this.#clock.advance(noticedForMs)
    this.#hear()
    this.#check()
    this.#options.endTrouble()
    await this.#clock.advance(60_000)
    this.#check()
    if (this.#storageHolds().length > 0) this.broken.push('a hold that does not end with its cause')
  }

  /** What the status line says. */
  #hear(): void {
    for (const hold of this.#storageHolds()) this.reported.add(hold)
  }

  #storageHolds(): readonly string[] {
    const holds = this.#aside(() => this.#running?.engine.status().holds ?? [])
    return holds.map(({ type }) => type).filter((type) => storageHolds.includes(type))
  }

  #start(): void {
    for (let tries = 0; tries < 2; tries += 1) {
      const opened = guardStorage(() => this.#open())
      const result = opened.ok ? opened.value : opened
      if (result.ok) {
        this.#running = result.value
        this.#hear()
        return
      }
      this.reported.add(result.error.type)
      this.#options.endTrouble()
    }
    throw new Error('The outbox does not open after the trouble ended.')
  }

  #open(): Result<Running, { readonly type: string }> {
    const { database, status } = openStorage(join(this.#options.folder, 'outbox.sqlite'), this.#clock.now())
    if (status.type === 'rebuilt') this.broken.push('a sound file was taken for a damaged one')
    if (database === null) return err({ type: status.type === 'unavailable' ? status.reason : status.type })
    this.#options.onOpened?.(database)
    const process = mortal(this.#clock, this.#server)
    const opened = guardStorage((): Running => {
      const outbox = new Outbox(database, plainProtection)
      const engine = plainEngine(database, {
        outbox,
        api: process.api,
        clock: process.clock,
        sideBySide: () => mostSideBySide,
        onChange: () => this.#hear(),
      })
      engine.start()
      const drafts = createDraftStore(database, plainProtection)
      return { database, outbox, engine, drafts, kill: () => process.kill() }
    })
    if (!opened.ok) database.close()
    return opened
  }

  /** Kills the process at once; another one opens the file. */
  async #restart(): Promise<void> {
    const before = this.#now()
    before.kill()
    before.database.close()
    this.#running = null
    this.#start()
    await this.#clock.settle()
  }

  #now(): Running {
    if (this.#running === null) throw new Error('Nothing is running.')
    return this.#running
  }

  #at(): string {
    return this.#clock.now().toISOString()
  }

  #state(id: string): EntryStateName | null {
    return this.#aside(() => this.#now().outbox.get(id))?.state.name ?? null
  }

  #waits(id: string): boolean {
    const entry = this.#aside(() => this.#now().outbox.get(id))
    return entry !== null && isWaiting(entry.state)
  }

  #aside<T>(look: () => T): T {
    return this.#options.aside === undefined ? look() : this.#options.aside(look)
  }

  /** The invariants that hold at every moment. */
  #check(): void {
    for (const { id, body } of this.accepted.values()) {
      const allowed = 1 + Number(this.#resent.has(id)) + Number(this.#doubled.has(id))
      if (this.#atServer(body) > allowed) this.broken.push('sent twice')
      const entry = this.#aside(() => this.#now().outbox.get(id))
      if (entry === null) this.broken.push('accepted and lost')
      else if (isReceived(entry.state) && this.#atServer(body) === 0) this.broken.push('received by nobody')
    }
  }

  async #checkEnd(): Promise<void> {
    this.#check()
    for (const { id, body } of this.accepted.values()) {
      const entry = this.#aside(() => this.#now().outbox.get(id))
      if (entry === null || !isSettled(entry.state)) this.broken.push('an entry that never settles')
      else if (isWithdrawn(entry.state) && this.#atServer(body) > 0) this.broken.push('withdrawn and sent')
    }
    const drafts = await this.#read((running) => running.drafts.kept())
    if (drafts.some(({ draft }) => this.accepted.has(draft.id)))
      this.broken.push('a draft of an accepted claim')
  }

  #atServer(body: Submission['body']): number {
    if (body.kind === 'pharmacy-request') {
      return this.#server.requests.filter(({ policyNumber }) => policyNumber === body.policyNumber).length
    }
    return this.#server.claims.filter(({ policyNumber }) => policyNumber === body.claim.policyNumber).length
  }
}
