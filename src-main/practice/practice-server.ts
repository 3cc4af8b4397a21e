import type { Product } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import { ArrivalCounter } from './arrival-counter.ts'
import { defaultSeed } from './data/policies.ts'
import type { EndpointName } from './endpoints.ts'
import type { AccessKey } from '../file-store/signing.ts'
import { practiceAccessKey } from './file-store/practice-bucket.ts'
import { PracticeFileStore, type StoredFile } from './file-store/practice-file-store.ts'
import { storeOperations, type StoreOperation } from './file-store/store-faults.ts'
import { FaultQueue, type FaultScript } from './fault-script.ts'
import { endIdleConnections } from './idle-connections.ts'
import { LateWork } from './late-work.ts'
import { LoopbackListener, type ListenFailure } from './loopback-listener.ts'
import { practiceKey } from './merchant.ts'
import { openPracticeStore } from './open-practice-store.ts'
import { practiceApp } from './practice-app.ts'
import { PracticeData } from './practice-data.ts'
import type { PracticeStore } from './practice-store.ts'
import { WaysOfServer, type Ways } from './ways.ts'
import type { ClaimRow, PharmacyRequestRow } from './wire.ts'

export { samplePolicies } from './data/policies.ts'
export { practiceKey, practiceMerchantSecret } from './merchant.ts'
export type { EndpointName } from './endpoints.ts'
export { fileStoreOf, practiceAccessKey } from './file-store/practice-bucket.ts'
export type { StoredFile } from './file-store/practice-file-store.ts'
export type { StoreFault, StoreOperation, StoreWays } from './file-store/store-faults.ts'
export type { Fault, FaultScript } from './fault-script.ts'
export type { ListenFailure } from './loopback-listener.ts'
export type { Ways } from './ways.ts'

export interface PracticeOptions {
  /** Where created claims and requests are kept; `:memory:` keeps them as long as the server lives. */
  readonly file: string
  /** 0, the default, takes any free port: that of the last start if it can be had, as claims hold links with it. */
  readonly port?: number
  /** The same seed makes the same pharmacies, policies and claims. */
  readonly seed?: number
  readonly key?: string
  /** Of the file store. */
  readonly accessKey?: AccessKey
  readonly pharmacyCount?: number
  /** The clock of created rows. */
  readonly now?: () => Date
}

export type PracticeFailure = ListenFailure | { readonly type: 'storage-unavailable' }

/** A stand-in for the insurer's API on this computer (spec: all eleven endpoints). Nothing reaches the insurer. */
export interface PracticeServer {
  /** The base URL, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly key: string
  readonly faults: FaultScript
  /** Replaces how it behaves from now on; `{}` is as kind as can be. Faults come on top. */
  behave(ways: Ways): void
  /** Where a damaged file of an earlier run was moved, or null. */
  readonly movedAsideTo: string | null
  /** False while the connection is pretended to be down. */
  readonly connected: boolean
  /** All claims of a product, made up and created, oldest first, in the spec's spelling, with their texts as sent. */
  claims(product: Product): readonly ClaimRow[]
  /** The requests for a pharmacy's details that were committed, oldest first. */
  pharmacyRequests(): readonly PharmacyRequestRow[]
  /** How many calls arrived whole since the start, whatever came of them. */
  arrivals(endpoint: EndpointName): number
  /** Resolves once so many calls have arrived since the start. */
  arrived(endpoint: EndpointName, count: number): Promise<void>
  /** The S3-compatible store below `/file-store`: its faults and ways, and what was asked of it. */
  readonly fileStore: Omit<PracticeFileStore, 'handle'>
  /** The files in its store, in the order in which they were stored. */
  files(): readonly StoredFile[]
  /** How many requests to its store have begun since the start. */
  storeRequests(): Readonly<Record<StoreOperation, number>>
  /** Moves the server's clock, for its `Date` headers, for what it creates, and for its store. */
  moveClock(byMs: number): void
  /** From now on only this key is accepted. */
  setKey(key: string): void
  /** Pretends that the connection is down: open connections end, new ones are refused. */
  disconnect(): Promise<void>
  /** Opens the same port again. */
  reconnect(): Promise<Result<undefined, ListenFailure>>
  /** Commits what was put off, ends all connections and closes the file. */
  close(): Promise<void>
}

const defaultPharmacyCount = 3600

class RunningPracticeServer implements PracticeServer {
  readonly #faults = new FaultQueue()
  readonly #arrivals = new ArrivalCounter<EndpointName>()
  readonly #lateWork = new LateWork()
  readonly #store: PracticeStore
  readonly #data: PracticeData
  readonly #ways: WaysOfServer
  readonly #listener: LoopbackListener
  readonly fileStore: PracticeFileStore
  readonly movedAsideTo: string | null
  #key: string
  #clockMovedByMs = 0
  #closing: Promise<void> | null = null

  constructor(options: PracticeOptions, store: PracticeStore, movedAsideTo: string | null) {
    const { seed = defaultSeed, pharmacyCount = defaultPharmacyCount, now = () => new Date() } = options
    this.#store = store
    this.movedAsideTo = movedAsideTo
    this.#key = options.key ?? practiceKey
    this.#data = new PracticeData({ seed, pharmacyCount, store })
    const clock = (): Date => new Date(now().getTime() + this.#clockMovedByMs)
    this.#ways = new WaysOfServer(clock)
    this.fileStore = new PracticeFileStore(store.files, options.accessKey ?? practiceAccessKey, {
      now: clock,
      sleep: (ms) => this.#lateWork.sleep(ms),
      hold: (until) => this.#lateWork.hold(until),
    })
    const app = practiceApp({
      fileStore: this.fileStore,
      backroom: {
        data: this.#data,
        ways: this.#ways,
        now: clock,
        later: (commit, ms) => this.#lateWork.later(commit, ms),
      },
      stage: {
        arrive: (endpoint, call) => {
          this.#arrivals.arrived(endpoint)
          return this.#faults.take(endpoint, call)
        },
        sleep: (ms) => this.#lateWork.sleep(ms),
        hold: (until) => this.#lateWork.hold(until),
        goDown: (reopenAfterMs) => this.#goDown(reopenAfterMs),
      },
      key: () => this.#key,
    })
    // Left to itself the adapter replaces the process's global Request and Response, which main's own calls use.
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    const server = createServer((incoming, outgoing) => {
      // Node would send the computer's own time.
      outgoing.setHeader('date', clock().toUTCString())
      void listener(incoming, outgoing)
    })
    endIdleConnections(server, () => this.#ways.current.endsIdleAfterMs)
    this.#listener = new LoopbackListener(server, options.port ?? 0, store.lastPort)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get port(): number {
    return this.#listener.port
  }

  get key(): string {
    return this.#key
  }

  get faults(): FaultScript {
    return this.#faults
  }

  get connected(): boolean {
    return this.#listener.listening
  }

  behave(ways: Ways): void {
    this.#ways.behave(ways)
  }

  claims(product: Product): readonly ClaimRow[] {
    return this.#data.claims(product)
  }

  pharmacyRequests(): readonly PharmacyRequestRow[] {
    return this.#store.pharmacyRequests()
  }

  arrivals(endpoint: EndpointName): number {
    return this.#arrivals.count(endpoint)
  }

  arrived(endpoint: EndpointName, count: number): Promise<void> {
    return this.#arrivals.reached(endpoint, count)
  }

  files(): readonly StoredFile[] {
    return this.fileStore.files()
  }

  storeRequests(): Readonly<Record<StoreOperation, number>> {
    const counts = storeOperations.map(
      (operation) => [operation, this.fileStore.requests(operation)] as const,
    )
    return Object.fromEntries(counts) as Record<StoreOperation, number>
  }

  moveClock(byMs: number): void {
    this.#clockMovedByMs += byMs
  }

  setKey(key: string): void {
    this.#key = key
  }

  disconnect(): Promise<void> {
    return this.#listener.shut()
  }

  async reconnect(): Promise<Result<undefined, ListenFailure>> {
    // A closed server stays closed, because its file is closed.
    if (this.#closing !== null) return err({ type: 'port-unavailable', port: this.port })
    const opened = await this.#listener.open()
    if (!opened.ok) return opened
    this.#rememberPort()
    return ok(undefined)
  }

  close(): Promise<void> {
    this.#closing ??= this.#listener.shut().then(() => {
      this.#lateWork.finish()
      this.#store.close()
    })
    return this.#closing
  }

  #rememberPort(): void {
    try {
      this.#store.keepPort(this.port)
    } catch {
      // A full disk: it serves nevertheless, and the next start takes another port.
    }
  }

  #goDown(reopenAfterMs: number | null): void {
    void this.disconnect()
    if (reopenAfterMs === null) return
    this.#lateWork.later(() => void this.reconnect(), reopenAfterMs)
  }
}

/**
 * Starts the practice server on 127.0.0.1.
 *
 * A damaged practice file is moved aside and replaced by a new one (`movedAsideTo`). Errors: the port is taken or may
 * not be opened, or the file cannot be used (disk full, no permission).
 */
export async function startPracticeServer(
  options: PracticeOptions,
): Promise<Result<PracticeServer, PracticeFailure>> {
  const opened = openPracticeStore(options.file)
  if (!opened.ok) return opened
  const { store, movedAsideTo } = opened.value
  const server = new RunningPracticeServer(options, store, movedAsideTo)
  const connected = await server.reconnect()
  if (!connected.ok) {
    store.close()
    return connected
  }
  return ok(server)
}
