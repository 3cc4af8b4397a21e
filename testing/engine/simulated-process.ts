import type { DatabaseSync } from 'node:sqlite'
import type { ClaimRows } from '#main/outbox/insurer-claims.ts'
import { createEngineMemory, type EngineMemory } from '#main/outbox/engine-memory.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox, type OutboxFailure } from '#main/outbox/outbox.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { Engine } from '#main/delivery/engine.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import type { Caller } from './callers.ts'
import { plainEngine } from './plain-engine.ts'
import type { SimulatedInsurer } from './simulated-insurer.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

/** The surroundings of a process of the application. */
export interface Surroundings {
  readonly database: DatabaseSync
  readonly clock: VirtualClock
  readonly insurer: Pick<SimulatedInsurer, 'apiFor' | 'mood'>
  readonly chance: () => number
  readonly sideBySide: number
  /** Called for each write. @returns whether the disk accepts it */
  readonly diskTakes: () => boolean
  /** What the engine is shown of the insurer; everything by default. */
  readonly shown?: ((api: DeliveryApi, outbox: Outbox) => DeliveryApi) | undefined
  /** Called when the process reaches a point. @returns whether it is killed there */
  readonly isKilledAt: (point: string) => boolean
  /** Whether its computer is connected; it is where that is left out. */
  readonly isOnline?: () => boolean
  readonly wrote: (entry: KeptEntry) => void
  /** The engine looped without waiting and was stopped. */
  readonly spun: () => void
}

/** Far more than the happenings of one moment can need. */
const mostLooksInOneMoment = 50_000

const full = { ok: false, error: { type: 'disk-full' } } as const

/** One run of the real outbox and engine. Once killed, it has no further visible effect. */
export class SimulatedProcess implements Caller {
  readonly outbox: Outbox
  readonly engine: Engine
  readonly #surroundings: Surroundings
  readonly #timers = new Set<number>()
  #alive = true
  #grouped: KeptEntry[] | null = null
  #lookedAtMs = -1
  #looksAtClock = 0

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    const { database, insurer, clock, shown } = surroundings
    this.outbox = this.#onDisk(new Outbox(database, plainProtection))
    const api = insurer.apiFor(this)
    this.engine = plainEngine(database, {
      outbox: this.outbox,
      memory: this.#memoryOnDisk(createEngineMemory(database)),
      api: shown === undefined ? api : shown(api, this.outbox),
      clock: this.#clockOf(clock),
      random: surroundings.chance,
      hasKey: () => Promise.resolve(insurer.mood.hasKey),
      sideBySide: () => surroundings.sideBySide,
    })
  }

  isAlive(): boolean {
    return this.#alive
  }

  isOnline(): boolean {
    return this.#surroundings.isOnline?.() ?? true
  }

  /** Milliseconds until the engine's own timer wakes it; null when it waits for an event. */
  get msUntilTimer(): number | null {
    return this.#timers.size === 0 ? null : Math.min(...this.#timers) - this.#surroundings.clock.monotonicMs()
  }

  kill(): void {
    this.#alive = false
  }

  reach(point: string): void {
    if (this.#alive && this.#surroundings.isKilledAt(point)) this.kill()
  }

  sending(): readonly KeptEntry[] {
    return [...this.outbox.sending()]
  }

  heldBy(): HoldType | null {
    const { holds } = this.engine.connectionStatus()
    // Under this one, one at a time is tried.
    return holds.find(({ type }) => type !== 'insurer-problem')?.type ?? null
  }

  #write<T>(work: () => T): T | typeof full {
    this.reach('before-write')
    if (!this.#alive || !this.#surroundings.diskTakes()) return full
    const written = work()
    if (this.#grouped === null) this.reach('after-write')
    return written
  }

  // Writes of a transaction are invisible until its commit: the process may die at each of them and after the last.
  #group<T>(outbox: Outbox, work: () => Result<T, OutboxFailure>): Result<T, OutboxFailure> {
    const written: KeptEntry[] = []
    this.#grouped = written
    const done = outbox.inOneCommit(work)
    this.#grouped = null
    if (!done.ok || written.length === 0) return done
    for (const entry of written) this.#surroundings.wrote(entry)
    this.reach('after-write')
    return done
  }

  #change<E>(work: () => Result<KeptEntry, E>): Result<KeptEntry, E> | typeof full {
    const grouped = this.#grouped
    return this.#write(() => {
      const changed = work()
      if (changed.ok && grouped !== null) grouped.push(changed.value)
      else if (changed.ok) this.#surroundings.wrote(changed.value)
      return changed
    })
  }

  // A correction writes two entries in one commit.
  #accept(outbox: Outbox, ...args: Parameters<Outbox['accept']>): ReturnType<Outbox['accept']> {
    const kept = outbox.accept(...args)
    if (!kept.ok) return kept
    const { corrects } = args[0]
    const corrected = corrects === undefined ? null : outbox.get(corrects)
    for (const entry of [corrected, kept.value]) if (entry !== null) this.#surroundings.wrote(entry)
    return kept
  }

  #onDisk(outbox: Outbox): Outbox {
    const claimRows = this.#claimRowsOnDisk(outbox.claimRows)
    const writing: Partial<Outbox> = {
      claimRows,
      accept: (...args) => this.#write(() => this.#accept(outbox, ...args)),
      inOneCommit: (work) => this.#group(outbox, work),
      openAttempt: (...args) => this.#change(() => outbox.openAttempt(...args)),
      closeAttempt: (...args) => this.#change(() => outbox.closeAttempt(...args)),
      apply: (...args) => this.#change(() => outbox.apply(...args)),
      undoDiscard: (...args) => this.#change(() => outbox.undoDiscard(...args)),
      noteLooks: (...args) => this.#write(() => outbox.noteLooks(...args)),
      found: (...args) => this.#change(() => outbox.found(...args)),
      foundMeanwhile: (entry, at) =>
        outbox.claimRows.ofEntry(entry.id).every(({ surplus }) => surplus)
          ? ok(entry)
          : this.#change(() => outbox.foundMeanwhile(entry, at)),
      identify: (...args) => this.#change(() => outbox.identify(...args)),
      candidates: overlaid(outbox.candidates, {
        note: (...args) => this.#write(() => outbox.candidates.note(...args)),
        ruleOut: (...args) => this.#write(() => outbox.candidates.ruleOut(...args)),
      }),
    }
    return overlaid(outbox, writing)
  }

  #claimRowsOnDisk(rows: ClaimRows): ClaimRows {
    return overlaid(rows, {
      noteSurplus: (...args) => this.#write(() => rows.noteSurplus(...args)),
      acknowledgeDuplicates: (...args) => this.#write(() => rows.acknowledgeDuplicates(...args)),
    })
  }

  #memoryOnDisk(memory: EngineMemory): EngineMemory {
    return overlaid(memory, { write: (...args) => this.#write(() => memory.write(...args)) })
  }

  // An engine that loops without waiting would never let a test end.
  #noteLookAtClock(): void {
    const nowMs = this.#surroundings.clock.monotonicMs()
    this.#looksAtClock = nowMs === this.#lookedAtMs ? this.#looksAtClock + 1 : 0
    this.#lookedAtMs = nowMs
    if (this.#looksAtClock < mostLooksInOneMoment) return
    this.kill()
    this.#looksAtClock = 0
    this.#surroundings.spun()
    throw new Error('the engine does not wait')
  }

  #clockOf(clock: VirtualClock): Clock {
    return {
      now: () => clock.now(),
      monotonicMs: () => {
        this.#noteLookAtClock()
        return clock.monotonicMs()
      },
      soon: (callBack) => clock.soon(() => this.#alive && callBack()),
      after: (delayMs, callBack) => {
        // Two timers due at the same moment must stay two in the set.
        let atMs = clock.monotonicMs() + delayMs
        while (this.#timers.has(atMs)) atMs += 1e-6
        this.#timers.add(atMs)
        const cancel = clock.after(delayMs, () => {
          this.#timers.delete(atMs)
          this.reach('timer')
          if (this.#alive) callBack()
        })
        return () => {
          this.#timers.delete(atMs)
          cancel()
        }
      },
    }
  }
}

/** Replaces some members of an object; calls to the others go to the object itself. */
export function overlaid<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(real, name) {
      const own: unknown = Reflect.get(members, name)
      if (own !== undefined) return own
      const member: unknown = Reflect.get(real, name, real)
      return typeof member === 'function' ? (member.bind(real) as unknown) : member
    },
  })
}
