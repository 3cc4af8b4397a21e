import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import type { Result } from '#shared/result.ts'
import { ConnectionWatch, type ConnectionOptions } from './connection-watch.ts'
import { Delays, Scheduler } from '#main/platform/scheduler.ts'
import { Doubts } from './doubts.ts'
import { Drain } from './drain.ts'
import type { EngineOptions } from './engine-options.ts'
import { InFlight } from './in-flight.ts'
import { InsurerHabits } from './insurer-habits.ts'
import { Lanes } from './lanes.ts'
import { LaterLooks } from './later-looks.ts'
import { ListRecords } from './list-records.ts'
import { Searches } from './searches.ts'
import { holdIfUnwritten } from './storage-holds.ts'

/** Entries that changed, or why it could not be written. */
export type Changed = Result<readonly KeptEntry[], OutboxFailure>

/** What the engine knows and works with; only the outbox is kept in a file. */
export interface EngineParts {
  readonly options: EngineOptions
  readonly connection: ConnectionWatch
  readonly lanes: Lanes
  readonly delays: Delays
  readonly doubts: Doubts
  readonly searches: Searches
  readonly laterLooks: LaterLooks
  readonly habits: InsurerHabits
  readonly records: ListRecords
  readonly inFlight: InFlight
  readonly drain: Drain
  readonly waker: Scheduler
  /** What the rest of the application asked for. */
  readonly wishes: { paused: boolean; suspended: boolean; stopping: boolean }
  /** Officers who wait for a look at a claim: called when it is over. */
  readonly awaited: Map<string, () => void>
  /** Tells the application of entries that changed; a failed write holds everything. */
  readonly tell: (written: Changed) => void
}

export function engineParts(
  options: EngineOptions,
  onReconnect: ConnectionOptions['onReconnect'],
): EngineParts {
  const { clock, random, memory, outbox } = options
  const waker = new Scheduler(clock)
  const tell = (written: Changed): void => {
    if (!written.ok) {
      if (holdIfUnwritten(connection.holds, written)) options.onStatus()
      return
    }
    if (written.value.length > 0) options.onEntries(written.value)
  }
  const connection: ConnectionWatch = new ConnectionWatch({
    clock,
    random,
    memory,
    savesData: options.savesData ?? (() => false),
    onReconnect,
    onStorageFailure: (error) => tell({ ok: false, error }),
  })
  return {
    options,
    connection,
    lanes: new Lanes({ clock, random, most: options.sideBySide }),
    delays: new Delays(clock),
    doubts: new Doubts(),
    searches: new Searches(clock),
    laterLooks: new LaterLooks(outbox, memory, clock),
    habits: new InsurerHabits(memory),
    records: new ListRecords(memory, clock, random),
    // Requests answered at the same time are handled together, and share a commit.
    inFlight: new InFlight(() => clock.soon(() => waker.wakeUp())),
    drain: new Drain(),
    waker,
    wishes: { paused: false, suspended: false, stopping: false },
    awaited: new Map(),
    tell,
  }
}
