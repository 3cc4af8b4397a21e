import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessKey } from '#main/file-store/signing.ts'
import { authorize, type Asker } from './authorize.ts'
import { testBucket } from './bucket.ts'
import { storeError, type StoreAnswer } from './store-answer.ts'
import {
  StoreFaults,
  type StoreFaultScript,
  type StoreOperation,
  type StoreOutcome,
  type StoreWays,
} from './store-faults.ts'
import { foreignPage } from '../apply-faults.ts'
import { ArrivalCounter } from '../arrival-counter.ts'
import * as operations from './store-operations.ts'
import { storeRequest, type StoreRequest } from './store-request.ts'

const work: Readonly<
  Record<StoreOperation, (work: operations.StoreWork) => StoreAnswer | Promise<StoreAnswer>>
> = {
  put: operations.put,
  head: operations.show,
  get: operations.show,
  open: operations.show,
  delete: operations.remove,
  list: operations.list,
}

/** The connection ends here, without an answer or with half of one. */
class Cut extends Error {}

/** What a fault answers instead of the store; null where it lets the store work. */
function insteadOf(outcome: StoreOutcome | null): StoreAnswer | null {
  switch (outcome?.type) {
    case 'slow-down':
      return storeError('SlowDown')
    case 'error':
      return storeError(outcome.code)
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: foreignPage }
    default:
      return null
  }
}

/** An S3-compatible store: as strict as real ones, and as unkind as it is asked to be. */
export class S3Server {
  readonly #files = new Map<string, operations.KeptFile>()
  readonly #now: () => Date
  readonly #key: AccessKey
  readonly #faults = new StoreFaults()
  readonly #arrivals = new ArrivalCounter<StoreOperation>()
  #ways: StoreWays = {}

  constructor(key: AccessKey, now: () => Date) {
    this.#key = key
    this.#now = now
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

  /** All files, in the order in which they were stored. */
  files(): readonly operations.KeptFile[] {
    return [...this.#files.values()]
  }

  /** Answers one request. Never rejects: a connection that breaks off ends it. */
  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // A body that is not read to its end takes the socket from its request.
    const { socket } = incoming
    const request = storeRequest(incoming)
    const operation = request?.operation ?? null
    if (operation !== null) this.#arrivals.arrived(operation)
    const fault = operation === null ? null : this.#faults.take(operation)
    try {
      const answer =
        insteadOf(fault) ??
        (request === null ? storeError('InvalidURI') : await this.#answer(request, incoming, fault))
      if (fault?.type === 'answer-lost') throw new Cut()
      await send(outgoing, answer, incoming.method === 'HEAD', fault)
    } catch {
      // Cut on purpose, or the other side went away, or the server closes, or the disk refused: all end like this.
      socket.resetAndDestroy()
    }
  }

  async #answer(
    request: StoreRequest,
    incoming: IncomingMessage,
    fault: StoreOutcome | null,
  ): Promise<StoreAnswer> {
    const now = this.#now()
    const asker = await authorize(request, now, this.#key)
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
      receive: () => receive(request, incoming, asker, fault),
      loses: fault?.type === 'lost',
    })
  }

  #isAllowed(operation: StoreOperation, asker: Asker): boolean {
    if (this.#ways.refuses?.includes(operation) === true) return false
    return operation === 'open' || operation === 'list' || asker.type === 'signed'
  }
}

async function receive(
  { headers }: StoreRequest,
  incoming: IncomingMessage,
  asker: Asker,
  fault: StoreOutcome | null,
): Promise<Buffer | StoreAnswer> {
  const length = Number(headers['content-length'] ?? NaN)
  if (Number.isNaN(length)) return storeError('MissingContentLength')
  const bytes = await wholeBody(incoming, length, fault)
  const isOther = asker.type === 'signed' && asker.sha256 !== createHash('sha256').update(bytes).digest('hex')
  return isOther ? storeError('XAmzContentSHA256Mismatch') : bytes
}

async function wholeBody(
  incoming: IncomingMessage,
  length: number,
  fault: StoreOutcome | null,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let taken = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    taken += piece.length
    if (fault?.type === 'cut' && taken >= length / 2) throw new Cut()
    pieces.push(piece)
  }
  if (taken < length || fault?.type === 'cut') throw new Cut()
  return Buffer.concat(pieces)
}

async function send(
  outgoing: ServerResponse,
  { status, headers, body = '' }: StoreAnswer,
  isHead: boolean,
  fault: StoreOutcome | null,
): Promise<void> {
  const whole = Buffer.from(body)
  outgoing.writeHead(status, {
    'x-amz-request-id': '7A62C49F347FC0DE',
    ...headers,
    // A HEAD of a file says how long it is; one that failed says nothing.
    ...(status === 204 || (isHead && typeof body === 'string') ? {} : { 'content-length': whole.length }),
  })
  if (fault?.type === 'cut') {
    const half = whole.subarray(0, isHead ? 0 : Math.floor(whole.length / 2))
    await new Promise((resolve) => outgoing.write(half, resolve))
    throw new Cut()
  }
  outgoing.end(isHead || status === 204 ? undefined : whole)
}
