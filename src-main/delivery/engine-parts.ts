import type { Result } from '#shared/result.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox, OutboxFailure } from '#main/outbox/outbox.ts'
import type { EngineMemory } from '#main/outbox/engine-memory.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Delays } from '#main/platform/holds.ts'
import { Loop, type LoopOptions } from '#main/platform/loop.ts'
import { guardStorage, isStorageFailure } from '#main/platform/sqlite.ts'
import { InsurerHabits } from './insurer-habits.ts'
import { OutageWatch, type OnReconnect } from './outage-watch.ts'
import { Lanes } from './lanes.ts'
import { LaterLooks } from './later-looks.ts'
import { ListRecords } from './list-records.ts'
import { Searches } from './look-schedule.ts'

/** What the engine needs from the API. No call rejects: failures are data. */
export type DeliveryApi = Pick<
  MerchantApi,
  'createClaim' | 'requestPharmacy' | 'lookUpClaim' | 'readClaimList' | 'checkConnection' | 'prepare'
>

/** How many claims, each of another policy, are in flight at once: it limits the load of one branch on a server of many. */
export const mostSideBySide = 4

export interface EngineOptions {
  readonly outbox: Outbox
  readonly memory: EngineMemory
  readonly api: DeliveryApi
  /** Where it sends; '' for nowhere. What was learned at another address says nothing about this one. */
  readonly address: string
  readonly clock: Clock
  readonly random: Random
  readonly hasKey: () => Promise<boolean>
  /** How many entries, each of a different policy, may be in flight at once; at least one. */
  readonly sideBySide: () => number
  /** Whether what is only convenient waits: by default it does not. */
  readonly savesData?: () => boolean
  readonly onEntries: (changed: readonly KeptEntry[]) => void
  readonly onStatus: () => void
}

/** Entries that changed, or why it could not be written. */
export type Changed = Result<readonly KeptEntry[], OutboxFailure>

/** The parts that the engine's modules share; only the outbox is kept in a file. */
export interface EngineParts {
  readonly options: EngineOptions
  readonly connection: OutageWatch
  readonly lanes: Lanes
  readonly delays: Delays
  /**
   * Entries that were refused with 403: either the key is refused, or the insurer's system refuses this entry alone. A
   * request that only reads decides; nothing is sent before. Kept in memory: after a start they are tried again.
   */
  readonly doubts: Set<string>
  readonly searches: Searches
  readonly laterLooks: LaterLooks
  readonly habits: InsurerHabits
  readonly records: ListRecords
  /** Under way in it: `attempt/…`, and `ask/…`, which can be cut off without harm. */
  readonly loop: Loop
  /** What the rest of the application asked for. No attempt begins while anyone waits until none is open (`drained`). */
  readonly wishes: { paused: boolean; suspended: boolean; readonly drained: Set<() => void> }
  /** Officers who wait for a look at a claim: called when it is over. */
  readonly awaited: Map<string, () => void>
  /** Tells the application of entries that changed; a failed write holds everything. */
  readonly tell: (written: Result<readonly KeptEntry[] | null, OutboxFailure>) => void
  /**
   * Writes what the insurer showed, and tells of it. What the disk refuses is written once it can be, before anything is
   * sent: a claim that was seen there must not go again.
   */
  readonly write: (work: () => Changed) => void
  /** What the disk refused. */
  readonly unwritten: (() => Changed)[]
}

export function engineParts(
  options: EngineOptions,
  turn: LoopOptions['turn'],
  onReconnect: OnReconnect,
): EngineParts {
  const { clock, random, memory, outbox } = options
  const tell: EngineParts['tell'] = (written) => {
    if (!written.ok) {
      if (connection.holds.holdIfUnwritten(written.error)) options.onStatus()
    } else if (written.value !== null && written.value.length > 0) options.onEntries(written.value)
  }
  const unwritten: (() => Changed)[] = []
  const write: EngineParts['write'] = (work) => {
    const guarded = guardStorage(work)
    const done = guarded.ok ? guarded.value : guarded
    tell(done)
    if (!done.ok && isStorageFailure(done.error)) unwritten.push(work)
  }
  const connection: OutageWatch = new OutageWatch(options, tell, onReconnect)
  return {
    options,
    connection,
    lanes: new Lanes({ clock, random, most: options.sideBySide }),
    delays: new Delays(clock),
    doubts: new Set(),
    searches: new Searches(clock),
    laterLooks: new LaterLooks(outbox, memory, clock),
    habits: new InsurerHabits(memory),
    records: new ListRecords(memory, clock, random),
    loop: new Loop({ clock, turn, onDiskFailure: (error) => tell({ ok: false, error }) }),
    wishes: { paused: false, suspended: false, drained: new Set() },
    awaited: new Map(),
    tell,
    write,
    unwritten,
  }
}
