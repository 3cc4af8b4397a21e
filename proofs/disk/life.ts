import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { EntryStateName, Submission } from '#shared/outbox/entry.ts'
import { isReceived, isSettled, isWaiting, isWithdrawn } from '#shared/outbox/predicates.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { openStorage } from '#main/outbox/open-outbox.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { Deeds } from '#testing/engine/deeds.ts'
import type { PostFate } from '#testing/engine/happening.ts'
import { SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createDraftStore, type DraftStore } from '#main/outbox/drafts/draft-store.ts'
import { claimSubmission, madeUpDraft, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox, type OutboxFailure } from '#main/outbox/outbox.ts'
import { clockOf, Mortal } from '#testing/mortal.ts'
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

const answered: PostFate = { type: 'answered', hiddenMs: 0 }
const lost = (commitAfterMs: number | null): PostFate => ({
  type: 'lost',
  cause: 'reset',
  commitAfterMs,
  hiddenMs: 0,
})
const hangs = (commitAfterMs: number | null): PostFate => ({ type: 'hangs', commitAfterMs, hiddenMs: 0 })
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
  readonly #deeds = new Deeds()
  readonly #insurer = new SimulatedInsurer({ clock: this.#clock, watch: this.#deeds })
  #running: Running | null = null
  #policies = 0
  #troubles = 0
  /** Requests an officer chose to send again. */
  readonly #resent = new Set<string>()

  constructor(options: LifeOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    this.#start()
    await this.#deliver('keke', answered)
    for (const fate of [lost(0), lost(null)])
      await this.#settleWith(await this.#deliver('keke', fate), 'delivered')
    const laterOn: readonly PostFate[] = [
      { type: 'never-left', cause: 'dns' },
      { type: 'rate-limited', retryAfterMs: 60_000 },
    ]
    for (const fate of laterOn) await this.#settleWith(await this.#deliver('okada', fate), 'delivered')
    const keyed = await this.#deliver('okada', { type: 'key-refused' })
    this.#now().engine.keyChanged()
    await this.#settleWith(keyed, 'delivered')
    await this.#backToDraft(await this.#deliver('okada', { type: 'rejected' }))
    await this.#pharmacyRequests()
    await this.#paused()
    await this.#duplicate(await this.#deliver('keke', lost(null)))
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
      this.#insurer.mood.fates.push(lost(0))
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
    const { product, claim, branchReference: reference } = submission.body
    this.#insurer.records.commit({ product, claim, reference, entryId: null })
    // What was sent first arrives after all: the later looks at a claim that was sent again show both rows.
    await this.#pass(65 * 60_000)
    await this.#insist('acknowledge', ({ outbox }) => {
      if (outbox.claimRows.duplicatesOf(id).length === 0) this.broken.push('a duplicate raised no alarm')
      return outbox.claimRows.acknowledgeDuplicates(id, this.#at())
    })
  }

  async #killedInFlight(): Promise<void> {
    const id = await this.#inFlight('keke', hangs(0))
    await this.#restart()
    await this.#settleWith(id, 'delivered')
  }

  async #sleptInFlight(): Promise<void> {
    const id = await this.#inFlight('okada', hangs(null))
    this.#now().engine.suspend()
    await this.#clock.settle()
    this.#now().engine.resume()
    await this.#settleWith(id, 'delivered')
  }

  /** Its POST is on its way, unless a trouble outlasted the time limit of a POST. */
  async #inFlight(product: Product, fate: PostFate): Promise<string> {
    const before = this.#troubles
    const id = await this.#deliver(product, fate)
    if (this.#troubles === before) await this.#settleWith(id, 'sending')
    return id
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

  /** Writes a claim, saves it as a draft and submits it; this becomes of its POST. */
  async #deliver(product: Product, fate: PostFate): Promise<string> {
    const submission = this.#claim(product)
    await this.#insist('keep-copy', ({ drafts }) => drafts.save(this.#draft(submission.id)))
    this.#insurer.mood.fates.push(fate)
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
    this.#troubles += 1
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
    const opened = guardStorage((): Running => {
      const outbox = new Outbox(database, plainProtection)
      const sending = () => this.#aside(() => [...outbox.sending()])
      const process = Object.assign(new Mortal(), { sending })
      const engine = plainEngine(database, {
        outbox,
        api: this.#insurer.apiFor(process),
        clock: clockOf(process, this.#clock),
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
    for (const { id } of this.accepted.values()) {
      const acts = this.#acts(id)
      if (acts > 1 + Number(this.#resent.has(id))) this.broken.push('sent twice')
      const entry = this.#aside(() => this.#now().outbox.get(id))
      if (entry === null) this.broken.push('accepted and lost')
      else if (isReceived(entry.state) && acts === 0) this.broken.push('received by nobody')
    }
  }

  async #checkEnd(): Promise<void> {
    this.#check()
    for (const { id } of this.accepted.values()) {
      const entry = this.#aside(() => this.#now().outbox.get(id))
      if (entry === null || !isSettled(entry.state)) this.broken.push('an entry that never settles')
      else if (isWithdrawn(entry.state) && this.#acts(id) > 0) this.broken.push('withdrawn and sent')
    }
    const drafts = await this.#read((running) => running.drafts.kept())
    if (drafts.some(({ draft }) => this.accepted.has(draft.id)))
      this.broken.push('a draft of an accepted claim')
  }

  /** How often its POSTs took effect. */
  #acts(id: string): number {
    return this.#deeds.acts.get(id) ?? 0
  }
}
