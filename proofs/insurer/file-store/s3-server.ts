import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { AccessKey } from '#main/file-store/signing.ts'
import { authorize, type Asker } from './authorize.ts'
import type { KeptFiles, ReceivedBytes } from './kept-files.ts'
import { testBucket } from './bucket.ts'
import { storeError, type StoreAnswer } from './store-answer.ts'
import {
  usualCapacityBytes,
  StoreFaults,
  type FaultsOfRequest,
  type StoreFaultScript,
  type StoreOperation,
  type StoreOutcome,
  type StoreWays,
} from './store-faults.ts'
import { ArrivalCounter } from '../arrival-counter.ts'
import * as operations from './store-operations.ts'
import { storeRequest, type StoreRequest } from './store-request.ts'

/** A file of the store, as a test looks at it. */
export interface StoredFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly contentType: string
  /** Without quotes. */
  readonly etag: string
  /** @throws when they are gone */
  readonly bytes: () => Buffer
}

/** What the store needs of the server it is in. */
export interface StoreSurroundings {
  readonly now: () => Date
  /** Resolves after that time, or rejects when the server closes. */
  readonly sleep: (ms: number) => Promise<void>
  /** Resolves once the promise is settled, or rejects when the server closes. */
  readonly hold: (until: Promise<unknown>) => Promise<void>
}

const work: Readonly<
  Record<StoreOperation, (work: operations.StoreWork) => StoreAnswer | Promise<StoreAnswer>>
> = {
  put: operations.put,
  head: operations.show,
  get: operations.show,
  open: operations.show,
  delete: operations.remove,
  begin: operations.begin,
  'put-part': operations.putPart,
  parts: operations.listParts,
  complete: operations.complete,
  abort: operations.abort,
  list: operations.list,
}

const foreignPage =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>Please log in to the network</h1></body></html>'

/** The connection ends here, without an answer or with half of one. */
class Cut extends Error {}

/** What a fault answers instead of the store; null where it lets the store work. */
function insteadOf(outcome: StoreOutcome | null): StoreAnswer | null {
  switch (outcome?.type) {
    case 'slow-down': {
      const answer = storeError('SlowDown')
      if (outcome.retryAfterSeconds === undefined) return answer
      return { ...answer, headers: { ...answer.headers, 'retry-after': outcome.retryAfterSeconds } }
    }
    case 'error':
      return storeError(outcome.code, {}, outcome.status)
    case 'status':
      return { status: outcome.status, headers: outcome.headers ?? {}, body: outcome.body ?? '' }
    case 'html':
      return {
        status: outcome.status ?? 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: foreignPage,
      }
    case 'redirect':
      return { status: outcome.status, headers: { location: outcome.location } }
    case 'endless':
      return {
        status: outcome.status ?? 200,
        headers: { 'content-type': 'application/xml' },
        bytes: { length: Infinity, read: endless },
      }
    default:
      return null
  }
}

// oxlint-disable-next-line typescript/require-await
async function* endless(): AsyncIterable<Uint8Array> {
  for (;;) yield Buffer.alloc(64 * 1024, '<a>')
}

/** An S3-compatible store: as strict as real ones, and as unkind as it is asked to be. */
export class S3Server {
  readonly #files: KeptFiles
  readonly #around: StoreSurroundings
  readonly #key: AccessKey
  readonly #faults = new StoreFaults()
  readonly #arrivals = new ArrivalCounter<StoreOperation>()
  readonly #completed = new Map<string, string>()
  #ways: StoreWays = {}

  constructor(files: KeptFiles, key: AccessKey, around: StoreSurroundings) {
    this.#files = files
    this.#key = key
    this.#around = around
  }

  get faults(): StoreFaultScript {
    return this.#faults
  }

  /** Replaces how it behaves from now on; `{}` is as kind as can be. Faults come on top. */
  behave(ways: StoreWays): void {
    this.#ways = ways
  }

  /** How many requests have begun since the start, whatever came of them. */
  requests(operation: StoreOperation): number {
    return this.#arrivals.count(operation)
  }

  /** Resolves once so many requests have begun since the start. */
  requested(operation: StoreOperation, count: number): Promise<void> {
    return this.#arrivals.reached(operation, count)
  }

  /** All files, in the order in which they were stored. */
  files(): readonly StoredFile[] {
    return this.#files.all().map((file) => {
      const { name, size, contentType, etag } = file
      return { name, size, contentType, etag, bytes: () => this.#files.bytesOf(file) }
    })
  }

  /** A file is gone, as if somebody had removed it. */
  lose(name: string): void {
    this.#files.remove(name)
  }

  /** Answers one request. Never rejects: a connection that breaks off ends it. */
  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // A body that is not read to its end takes the socket from its request.
    const { socket } = incoming
    const request = storeRequest(incoming)
    const operation = request?.operation ?? null
    if (operation !== null) this.#arrivals.arrived(operation)
    const faults = operation === null ? { pace: null, outcome: null } : this.#faults.take(operation)
    try {
      if (faults.pace?.type === 'held') await this.#around.hold(faults.pace.until)
      if (faults.outcome?.type === 'hang' && faults.outcome.when === 'before') return
      const answer =
        insteadOf(faults.outcome) ??
        (request === null ? storeError('InvalidURI') : await this.#answer(request, incoming, faults))
      if (faults.outcome?.type === 'hang') return
      if (faults.outcome?.type === 'answer-lost') throw new Cut()
      await this.#send(outgoing, answer, incoming.method === 'HEAD', faults)
    } catch {
      // Cut on purpose, or the other side went away, or the server closes, or the disk refused: all end like this.
      socket.resetAndDestroy()
    }
  }

  async #answer(
    request: StoreRequest,
    incoming: IncomingMessage,
    faults: FaultsOfRequest,
  ): Promise<StoreAnswer> {
    const now = this.#around.now()
    const asker = authorize(request, now, this.#key)
    if (asker.type === 'refused') return asker.answer
    if (request.bucket === '') return storeError('AccessDenied')
    if (request.bucket !== testBucket || this.#ways.bucket === 'missing') {
      return storeError('NoSuchBucket', { BucketName: request.bucket })
    }
    const { operation } = request
    if (operation === null) return storeError('MethodNotAllowed')
    if (!this.#isAllowed(operation, asker)) return storeError('AccessDenied')
    return await work[operation]({
      files: this.#files,
      ways: this.#ways,
      now: now.getTime(),
      request,
      isStranger: asker.type !== 'signed',
      sha256: asker.type === 'signed' ? asker.sha256 : null,
      receive: () => this.#receive(request, incoming, asker, faults),
      loses: faults.outcome?.type === 'lost',
      completed: this.#completed,
    })
  }

  #isAllowed(operation: StoreOperation, asker: Asker): boolean {
    // A signed link opens as its signer may read, whether or not strangers may.
    if (operation === 'open' && asker.type === 'signed-link') return true
    if (this.#ways.refuses?.includes(operation) === true) return false
    return operation === 'open' || operation === 'list' || asker.type === 'signed'
  }

  async #receive(
    { headers, operation }: StoreRequest,
    incoming: IncomingMessage,
    asker: Asker,
    faults: FaultsOfRequest,
  ): Promise<ReceivedBytes | StoreAnswer> {
    const length = Number(headers['content-length'] ?? NaN)
    if (Number.isNaN(length)) return storeError('MissingContentLength')
    if (operation === 'complete' && length > 1024 * 1024) return storeError('MalformedXML')
    const capacity = this.#ways.capacityBytes ?? usualCapacityBytes
    if (this.#files.usedBytes + length > capacity) return storeError('XMinioStorageFull')
    const received = await this.#files.receive(this.#body(incoming, length, faults))
    if (asker.type === 'signed' && asker.sha256 !== received.sha256) {
      this.#files.discard(received)
      return storeError('XAmzContentSHA256Mismatch', {
        ClientComputedContentSHA256: asker.sha256,
        S3ComputedContentSHA256: received.sha256,
      })
    }
    const md5 = headers['content-md5']
    if (md5 === undefined || md5 === Buffer.from(received.md5, 'hex').toString('base64')) return received
    this.#files.discard(received)
    return storeError('BadDigest')
  }

  async *#body(
    incoming: IncomingMessage,
    length: number,
    faults: FaultsOfRequest,
  ): AsyncIterable<Uint8Array> {
    let taken = 0
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      taken += piece.length
      if (faults.outcome?.type === 'cut' && taken >= length / 2) throw new Cut()
      await this.#pause(piece.length, faults)
      yield piece
    }
    if (taken < length || faults.outcome?.type === 'cut') throw new Cut()
  }

  async #pause(bytes: number, { pace }: FaultsOfRequest): Promise<void> {
    const bytesPerSecond = pace?.type === 'slow' ? pace.bytesPerSecond : this.#ways.bytesPerSecond
    if (bytesPerSecond !== undefined) await this.#around.sleep((bytes / bytesPerSecond) * 1000)
  }

  async #send(
    outgoing: ServerResponse,
    { status, headers, body = '', bytes }: StoreAnswer,
    isHead: boolean,
    faults: FaultsOfRequest,
  ): Promise<void> {
    const whole = Buffer.from(body)
    const length = bytes?.length ?? whole.length
    const hasBody = status !== 204 && Number.isFinite(length)
    outgoing.writeHead(status, {
      'x-amz-request-id': '7A62C49F347FC0DE',
      ...headers,
      // A HEAD of a file says how long it is; one that failed says nothing.
      ...(hasBody && !(isHead && bytes === undefined) ? { 'content-length': length } : {}),
    })
    if (isHead || status === 204) {
      if (faults.outcome?.type === 'cut') throw new Cut()
      outgoing.end()
      return
    }
    await pipeline(this.#paced(bytes?.read() ?? [whole], length, faults), outgoing)
  }

  async *#paced(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    length: number,
    faults: FaultsOfRequest,
  ): AsyncIterable<Uint8Array> {
    const most = faults.outcome?.type === 'cut' ? Math.floor(length / 2) : Infinity
    let sent = 0
    for await (const piece of source) {
      const part = piece.subarray(0, most - sent)
      sent += part.length
      await this.#pause(part.length, faults)
      yield part
      if (sent === most) throw new Cut()
    }
  }
}
