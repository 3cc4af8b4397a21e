import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { asTold } from '#testing/claim/made-up.ts'
import type { ListEnd, ListFailure, ListReading } from '#main/insurer/api/claim-list.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import type { Caller, Callers } from './callers.ts'
import type { InsurerNature, ListFault } from './happening.ts'
import type { InsurerRecords } from './insurer-records.ts'
import type { Transit } from './simulated-insurer.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'
import { knownTime } from '#shared/domain/told.ts'
import { listed } from './listed.ts'

/** A reading is given up when no byte comes for so long (src-main/insurer/api). */
const silenceMs = 60_000
const rowBytes = 700
/** An endless list sends so much, so often. */
const endlessStepMs = 15_000
const endlessStepBytes = 600_000
/** A row that is missing for longer after its POST is one that came too late. */
const shortForMs = 500_000
/** How long a list may stay shorter than one that was read before. */
const longestCutMs = 4 * 60_000

type Read = Result<ListEnd, ListFailure>

export interface SimulatedListsOptions {
  readonly clock: VirtualClock
  readonly records: InsurerRecords
  readonly callers: Callers
  readonly nature: InsurerNature
  readonly rowsBefore: number
  readonly transit: Transit
  /** The fault that every reading meets now. */
  readonly failure: (caller: Caller) => Failure | null
}

/** What readings of the insurer's lists meet. */
export class SimulatedLists {
  readonly faults = new Map<Product, ListFault>()
  readonly #options: SimulatedListsOptions
  readonly #cutSinceMs = new Map<Product, number>()
  #versions = 0

  constructor(options: SimulatedListsOptions) {
    this.#options = options
  }

  putRight(): void {
    this.faults.clear()
  }

  /** `readClaimList` of one process: only what it read in full can it notice to be cut. */
  readerFor(caller: Caller): (product: Product, reading: ListReading) => Promise<Read> {
    const readInFull = new Set<Product>()
    return (product, reading) => {
      let bytes = 0
      const count = (more: number): void => {
        bytes += more
        reading.onProgress?.(bytes, null)
      }
      return this.#options.callers.ask<Read>(caller, {
        what: `list ${product}`,
        signal: reading.signal,
        limitMs: Infinity,
        brokenOff: () => err({ failure: { type: 'offline' }, bytes }),
        answered: async () => await this.#read(caller, product, reading, readInFull, count, () => bytes),
      })
    }
  }

  async #read(
    caller: Caller,
    product: Product,
    reading: ListReading,
    readInFull: Set<Product>,
    count: (bytes: number) => void,
    bytes: () => number,
  ): Promise<Read> {
    const { transit, nature } = this.#options
    const fail = (failure: Failure): Read => err({ failure, bytes: bytes() })
    await transit('list arrives')
    const failure = this.#failure(caller, product)
    const fault = this.faults.get(product) ?? 'none'
    const { rows, isCut } = this.#rows(product, fault, readInFull)
    caller.reach('arriving')
    const etag = nature.etags ? `"${product}-${JSON.stringify(rows)}"` : null
    await transit('list is answered')
    if (failure !== null) {
      if (failure.type === 'timeout') await this.#options.clock.passed(silenceMs)
      return fail(failure)
    }
    if (etag !== null && reading.etag === etag) return ok({ type: 'not-modified', bytes: bytes() })
    const half = Math.ceil(rows.length / 2)
    const takes = async (batch: readonly ReceivedClaim[]): Promise<boolean> => {
      count(batch.length * rowBytes)
      if (!caller.isAlive() || reading.signal?.aborted === true) return false
      return batch.length === 0 || (await reading.onRows(batch)) === 'go-on'
    }
    if (!(await takes(rows.slice(0, half)))) return ok({ type: 'stopped', bytes: bytes() })
    await transit('list goes on')
    if (fault === 'cut-off') return fail({ type: 'offline' })
    if (fault === 'long-row') return fail({ type: 'wrong-shape' })
    if (fault === 'stalls') {
      await this.#options.clock.passed(silenceMs)
      return fail({ type: 'timeout' })
    }
    if (!(await takes(rows.slice(half)))) return ok({ type: 'stopped', bytes: bytes() })
    while (fault === 'endless' && this.faults.get(product) === 'endless') {
      await this.#options.clock.passed(endlessStepMs)
      if (!(await takes([this.#endlessRow(product)]))) return ok({ type: 'stopped', bytes: bytes() })
      count(endlessStepBytes)
    }
    if (fault === 'endless') return fail({ type: 'offline' })
    if (!isCut) {
      readInFull.add(product)
      this.#cutSinceMs.delete(product)
    }
    return ok({ type: 'complete', rows: rows.length, bytes: bytes(), etag })
  }

  #rows(
    product: Product,
    fault: ListFault,
    readInFull: ReadonlySet<Product>,
  ): { readonly rows: readonly ReceivedClaim[]; readonly isCut: boolean } {
    const { records, rowsBefore } = this.#options
    const rows = records.list(product, fault === 'short' ? shortForMs : 0)
    const cuts = fault === 'cut-newest' || fault === 'cut-oldest'
    if (!cuts || !readInFull.has(product) || !this.#isStillCut(product)) return { rows, isCut: false }
    const byAge = rows.toSorted((a, b) => a.id - b.id)
    const keep = Math.max(0, rowsBefore - 1)
    const kept = fault === 'cut-newest' ? byAge.slice(0, keep) : byAge.slice(byAge.length - keep)
    return { rows: rows.filter((row) => kept.includes(row)), isCut: true }
  }

  // A list that stays cut for longer than the proof of absence takes is indistinguishable from one that lost claims.
  #isStillCut(product: Product): boolean {
    const now = this.#options.clock.monotonicMs()
    const sinceMs = this.#cutSinceMs.get(product) ?? now
    this.#cutSinceMs.set(product, sinceMs)
    return now - sinceMs < longestCutMs
  }

  #failure(caller: Caller, product: Product): Failure | null {
    const general = this.#options.failure(caller)
    if (general !== null) return general
    const fault = this.faults.get(product) ?? 'none'
    switch (fault) {
      case 'server-error':
        return { type: fault, httpStatus: 500 }
      case 'timeout':
      case 'wrong-shape':
        return { type: fault }
      case 'cut-newest':
      case 'cut-oldest':
        return this.#options.rowsBefore === 0 ? { type: 'server-error', httpStatus: 502 } : null
      default:
        return null
    }
  }

  #endlessRow(product: Product): ReceivedClaim {
    this.#versions += 1
    const at = knownTime(this.#options.clock.now().toISOString())
    const claim = asTold(madeUpClaim({ policyNumber: 'FAR/1', repairEstimate: this.#versions }))
    return listed(1_000_000 + this.#versions, { ...claim, product, createdAt: at, updatedAt: at })
  }
}
