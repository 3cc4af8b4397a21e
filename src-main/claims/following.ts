import * as v from 'valibot'
import { today } from '#shared/domain/calendar-date.ts'
import type { Failure } from '#shared/failure.ts'
import { waitsForFiles, type UploadStatus } from '#shared/outbox/entry-files.ts'
import { isSending, isWaiting } from '#shared/outbox/predicates.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { MemoryNote, type EngineMemory } from '#main/outbox/engine-memory.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Clock } from '#main/platform/clock.ts'
import { guardStorageWork } from '#main/platform/sqlite.ts'
import type { Followed, FollowUps } from './follow-ups.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** So long a claim is asked about daily, and then weekly. */
const dailyForMs = 14 * dayMs
/** All questions of a day together, in bytes over the line. */
const mostBytesADay = 200_000
/** What a question is taken to cost while none was answered. */
const firstGuessBytes = 8_000
/** After a question that the insurer did not answer. */
const pauseMs = 5 * minuteMs

const MemorySchema = v.object({
  /** The day that the bytes are of, `YYYY-MM-DD`. */
  day: v.string(),
  bytes: v.number(),
  /** Of all days: answers, and what they cost. */
  answers: v.number(),
  answerBytes: v.number(),
})
const nothingYet = { day: '', bytes: 0, answers: 0, answerBytes: 0 }

export interface FollowingOptions {
  readonly followUps: Pick<FollowUps, 'followed' | 'noteShown' | 'noteStranger' | 'noteAsked'>
  readonly outbox: Pick<Outbox, 'get' | 'undelivered'>
  readonly memory: EngineMemory
  readonly api: Pick<MerchantApi, 'claimDetails'>
  readonly engine: Pick<Engine, 'connectionStatus' | 'standsStill' | 'claimShown'>
  readonly uploads: { status(counts: () => boolean): Pick<UploadStatus, 'files' | 'hold'> }
  readonly clock: Clock
  readonly savesData: () => boolean
  readonly isPractice: boolean
}

/**
 * Follows our received claims at the insurer until they are decided: asks for the details of each, one after the other,
 * while nothing else wants the line.
 */
export class ClaimFollower {
  readonly #options: FollowingOptions
  readonly #note: MemoryNote<typeof MemorySchema>
  readonly #stopping = new AbortController()
  #cancel: () => void = () => undefined
  #looking: Promise<unknown> = Promise.resolve()
  /** Nothing is asked before (monotonic ms). */
  #pausedUntilMs = -Infinity

  constructor(options: FollowingOptions) {
    this.#options = options
    this.#note = new MemoryNote(options.memory, 'following', MemorySchema, nothingYet)
  }

  start(): void {
    this.#note.load()
    this.#plan()
  }

  /** Cuts off what is being asked, and resolves once nothing is. */
  async stop(): Promise<void> {
    this.#stopping.abort('stopped')
    this.#cancel()
    await this.#looking
  }

  #plan(): void {
    const { clock, isPractice } = this.#options
    this.#cancel = clock.after(isPractice ? minuteMs : 5 * minuteMs, () => {
      this.#looking = this.#look()
    })
  }

  async #look(): Promise<void> {
    // What the disk refuses now is looked at again.
    await guardStorageWork(() => this.#askWhatIsDue())
    if (!this.#isStopped) this.#plan()
  }

  async #askWhatIsDue(): Promise<void> {
    if (!this.#mayAsk() || !this.#mayCost()) return
    for (const claim of await this.#due()) {
      if (!this.#mayAsk() || !this.#mayCost()) return
      await this.#ask(claim)
    }
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Only while the line is there, and no one else wants it. */
  #mayAsk(): boolean {
    const { engine, outbox, uploads, clock, savesData } = this.#options
    if (this.#isStopped || savesData() || clock.monotonicMs() < this.#pausedUntilMs) return false
    const { connection, holds } = engine.connectionStatus()
    if (connection !== 'online' || holds.length > 0 || engine.standsStill() !== null) return false
    for (const { body, state } of outbox.undelivered())
      if (isSending(state) || (isWaiting(state) && !waitsForFiles(body))) return false
    const { files, hold } = uploads.status(() => true)
    return files === 0 || hold !== null
  }

  /** For how long a claim is due to be asked about, in ms; negative while it is not. */
  #dueForMs({ receivedMs, heardMs }: Followed): number {
    const { isPractice, clock } = this.#options
    const atMs = clock.now().getTime()
    // Practice decides within minutes, and asking it costs nothing: it is asked at each look.
    const everyMs = isPractice ? 0 : atMs - receivedMs < dailyForMs ? dayMs : 7 * dayMs
    return atMs - heardMs - everyMs
  }

  /** What is to be asked about: since the most days first, and of those the newest. */
  async #due(): Promise<readonly Followed[]> {
    const daysOf = (claim: Followed): number => Math.floor(this.#dueForMs(claim) / dayMs)
    const claims = await this.#options.followUps.followed()
    return claims
      .filter((claim) => this.#dueForMs(claim) >= 0)
      .toSorted((one, other) => daysOf(other) - daysOf(one))
  }

  /** Whether one more question fits into the bytes of a day. */
  #mayCost(): boolean {
    return this.#options.isPractice || this.#bytesToday() + this.#average() <= mostBytesADay
  }

  #bytesToday(): number {
    const { day, bytes } = this.#note.value
    return day === this.#today() ? bytes : 0
  }

  #average(): number {
    const { answers, answerBytes } = this.#note.value
    return answers === 0 ? firstGuessBytes : answerBytes / answers
  }

  #today(): string {
    return today(this.#options.clock.now())
  }

  async #ask({ entryId }: Followed): Promise<void> {
    const { api, engine, outbox, followUps, clock } = this.#options
    const entry = outbox.get(entryId)
    // One that does not open has its turn again tomorrow.
    if (entry?.body.kind !== 'claim') {
      followUps.noteAsked(entryId, clock.now().toISOString())
      return
    }
    const { product, claim } = entry.body
    let bytes = 0
    const answer = await api.claimDetails(product, claim.policyNumber, {
      signal: this.#stopping.signal,
      onBytes: (used) => {
        bytes += used
      },
    })
    const isAnswered = answer.ok || isAboutClaim(answer.error)
    this.#spend(bytes, isAnswered)
    if (this.#isStopped) return
    const at = clock.now().toISOString()
    if (answer.ok) {
      const { holder: _holder, policy: _policy, ...shown } = answer.value
      engine.claimShown(shown)
      if (!followUps.noteShown(shown, at).includes(entryId)) followUps.noteStranger(entryId, at)
    } else if (isAnswered) followUps.noteAsked(entryId, at)
    else this.#pause(answer.error)
  }

  #pause(failure: Failure): void {
    const askedMs = failure.type === 'rate-limited' ? failure.retryAfterMs : 0
    this.#pausedUntilMs = this.#options.clock.monotonicMs() + Math.max(pauseMs, askedMs)
  }

  #spend(bytes: number, isAnswered: boolean): void {
    const { answers, answerBytes } = this.#note.value
    this.#keep({
      day: this.#today(),
      bytes: this.#bytesToday() + bytes,
      answers: answers + (isAnswered ? 1 : 0),
      answerBytes: answerBytes + (isAnswered ? bytes : 0),
    })
  }

  // What the disk refuses counts until the next start.
  #keep(change: Partial<v.InferOutput<typeof MemorySchema>>): void {
    this.#note.set({ ...this.#note.value, ...change })
    this.#note.save()
  }
}

/** Whether the insurer answered, and only about this claim. */
function isAboutClaim({ type }: Failure): boolean {
  return type === 'not-found' || type === 'refused-by-server' || type === 'wrong-shape'
}
