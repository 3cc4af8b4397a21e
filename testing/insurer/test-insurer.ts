import { getRequestListener } from '@hono/node-server'
import { createServer, type RequestListener } from 'node:http'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { defaultSeed } from '#main/practice/data/policies.ts'
import type { EndpointName } from '#main/practice/endpoints.ts'
import {
  LoopbackListener,
  type ListenFailure,
  openPracticeStore,
  practicePharmacies,
} from '#main/practice/practice-server.ts'
import { practiceApp } from '#main/practice/practice-app.ts'
import type { PharmacyRequestRow, PracticeStore } from '#main/practice/practice-store.ts'
import type { PracticeClaim } from '#main/practice/wire.ts'
import type { Product } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { ArrivalCounter } from './arrival-counter.ts'
import { foreignFields } from './claim-body.ts'
import { EndpointFaults, type FaultScript } from './fault-script.ts'
import { testAccessKey } from './file-store/bucket.ts'
import { S3Server } from './file-store/s3-server.ts'
import type { KeptFile } from './file-store/store-operations.ts'
import { endIdleConnections } from './idle-connections.ts'
import { LateWork } from './late-work.ts'
import { unkindApp } from './unkind-app.ts'
import { UnkindData } from './unkind-data.ts'
import { WaysOfServer, type Ways } from './ways.ts'

export { samplePolicies } from './sample-policies.ts'
export { practiceMerchantSecret } from '#main/practice/claim-endpoints.ts'
export type { EndpointName } from '#main/practice/endpoints.ts'
export { testStoreAt, testAccessKey } from './file-store/bucket.ts'
export type { KeptFile } from './file-store/store-operations.ts'
export type { StoreFault, StoreOperation, StoreWays } from './file-store/store-faults.ts'
export type { Fault } from './fault-script.ts'
export type { Ways } from './ways.ts'

/** The key that is accepted where a test sets no other. */
export const testKey = 'practice-key-not-a-secret'

export interface TestInsurerOptions {
  /** Where created claims and requests are kept; null keeps them as long as the server lives. */
  readonly file: string | null
  /** 0, the default, takes any free port: that of the last start if it can be had, as claims hold links with it. */
  readonly port?: number
  readonly key?: string
  /** Of the file store. */
  readonly accessKey?: AccessKey
  readonly pharmacyCount?: number
  /** The clock of created rows. */
  readonly now?: () => Date
}

/** The insurer of the tests: the practice server's endpoints, as unkind as a test orders, and an S3 server. */
export class TestInsurer {
  readonly #faults = new EndpointFaults()
  readonly #arrivals = new ArrivalCounter<EndpointName>()
  readonly #lateWork = new LateWork()
  readonly #store: PracticeStore
  readonly #data: UnkindData
  readonly #ways: WaysOfServer
  readonly #listener: LoopbackListener
  /** The S3-compatible store below `/file-store`: its faults and ways, and what was asked of it. */
  readonly fileStore: S3Server
  /** Answers a request that came by another server, such as one with TLS. */
  readonly answer: RequestListener
  readonly #clock: () => Date
  #key: string
  #clockMovedByMs = 0
  #closing: Promise<void> | null = null

  constructor(options: TestInsurerOptions, store: PracticeStore) {
    const { pharmacyCount = practicePharmacies, now = () => new Date() } = options
    this.#store = store
    this.#key = options.key ?? testKey
    const clock = (): Date => new Date(now().getTime() + this.#clockMovedByMs)
    this.#clock = clock
    this.#ways = new WaysOfServer(clock)
    const sleep = (ms: number): Promise<void> => this.#lateWork.sleep(ms)
    const hold = (until: Promise<unknown>): Promise<void> => this.#lateWork.hold(until)
    this.#data = new UnkindData({ seed: defaultSeed, pharmacyCount, store }, this.#ways, (commit, ms) =>
      this.#lateWork.later(commit, ms),
    )
    this.fileStore = new S3Server(options.accessKey ?? testAccessKey, clock)
    const key = (): string => this.#key
    const app = unkindApp({
      inner: practiceApp({
        backroom: { data: this.#data, now: clock },
        key,
        files: { show: () => Promise.resolve(null) },
      }),
      data: this.#data,
      ways: this.#ways,
      fileStore: this.fileStore,
      stage: {
        arrive: (endpoint, call) => {
          this.#arrivals.arrived(endpoint)
          return this.#faults.take(endpoint, call)
        },
        sleep,
        hold,
      },
      key,
    })
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    this.answer = (incoming, outgoing) => {
      // Node would send the computer's own time.
      outgoing.setHeader('date', clock().toUTCString())
      void listener(incoming, outgoing)
    }
    const server = createServer(this.answer)
    endIdleConnections(server, () => this.#ways.current.endsIdleAfterMs)
    this.#listener = new LoopbackListener(server, options.port ?? 0, store.lastPort)
  }

  /** The base URL, without a trailing slash. */
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

  /** False while the connection is pretended to be down. */
  get connected(): boolean {
    return this.#listener.listening
  }

  /** Replaces how it behaves from now on; `{}` is as kind as can be. Faults come on top. */
  behave(ways: Ways): void {
    this.#ways.behave(ways)
  }

  /** All claims of a product, made up and created, oldest first, in the spec's spelling, with their texts as sent. */
  claims(product: Product): readonly PracticeClaim[] {
    return this.#data.claimsAsSent(product)
  }

  /** Another computer makes a claim, without a reference. */
  makeAnotherClaim(product: Product, changes: Partial<ClaimContent>): void {
    const claim = madeUpClaim(changes)
    const policy = this.#data.policy(product, claim.policyNumber)
    if (policy === null) throw new Error('There is no such policy.')
    this.#data.addClaim(product, policy, foreignFields(claim), this.#clock())
  }

  /** The requests for a pharmacy's details that were committed, oldest first. */
  pharmacyRequests(): readonly PharmacyRequestRow[] {
    return this.#store.pharmacyRequests()
  }

  /** How many calls arrived whole since the start, whatever came of them. */
  arrivals(endpoint: EndpointName): number {
    return this.#arrivals.count(endpoint)
  }

  /** Resolves once so many calls have arrived since the start. */
  arrived(endpoint: EndpointName, count: number): Promise<void> {
    return this.#arrivals.reached(endpoint, count)
  }

  /** The files in its store, in the order in which they were stored. */
  files(): readonly KeptFile[] {
    return this.fileStore.files()
  }

  /** Moves the server's clock, for its `Date` headers, for what it creates, and for its store. */
  moveClock(byMs: number): void {
    this.#clockMovedByMs += byMs
  }

  /** From now on only this key is accepted. */
  setKey(key: string): void {
    this.#key = key
  }

  /** Pretends that the connection is down: open connections end, new ones are refused. */
  disconnect(): Promise<void> {
    return this.#listener.shut()
  }

  /** Opens the same port again. */
  async reconnect(): Promise<Result<undefined, ListenFailure>> {
    // A closed server stays closed.
    if (this.#closing !== null) return err({ type: 'port-unavailable', port: this.port })
    const opened = await this.#listener.open()
    if (!opened.ok) return opened
    this.#store.keepPort(this.port)
    return ok(undefined)
  }

  /** Commits what was put off, ends all connections and closes the file. */
  close(): Promise<void> {
    this.#closing ??= this.#listener.shut().then(() => this.#lateWork.finish())
    return this.#closing
  }
}

/** Starts the insurer of the tests on 127.0.0.1. @throws where it cannot be started */
export async function runTestInsurer(options: TestInsurerOptions): Promise<TestInsurer> {
  const opened = openPracticeStore(options.file)
  if (!opened.ok) throw new Error(`The insurer's file does not open: ${opened.error.type}`)
  const server = new TestInsurer(options, opened.value)
  const connected = await server.reconnect()
  if (connected.ok) return server
  await server.close()
  throw new Error(`The insurer did not start: ${connected.error.type}`)
}
