import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { Candidates } from '#main/outbox/candidates.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { Death, watchCommits, type Crash } from './crash.ts'

/*
 * The moments at which the outbox's process kills itself, put in from outside: round SQLite's COMMIT, the socket of a
 * POST, undici's own channels and the API. The code between them is main's own.
 */

/** What a commit of the outbox is for. */
const commitPurposes = [
  'schema',
  'accept',
  'attempt',
  'outcome',
  'outcome-and-attempt',
  'orphan',
  'found',
  'absent',
  'proved-absent',
  'unprovable',
  'look-note',
  'candidate',
  'candidate-decided',
  'officer',
] as const
type CommitPurpose = (typeof commitPurposes)[number]

/** The stages of one POST, from the call to the announced outcome. */
const postSteps = [
  'called',
  'headers-announced',
  'nothing-written',
  'first-byte-written',
  'headers-written',
  'half-of-body-written',
  'all-but-last-byte-written',
  'all-written',
  'body-sent',
  'answer-headers',
  'answer-complete',
  'answered',
  'outcome-announced',
] as const
type PostStep = (typeof postSteps)[number]

/** The stages of a look at the details of a policy, and of reading a list. */
const lookSteps = ['called', 'answered', 'taken'] as const
const listSteps = ['called', 'rows', 'answered', 'taken'] as const
type Asking = 'look' | 'list'

export const postKinds = ['keke', 'okada', 'pharmacy'] as const
export type PostKind = (typeof postKinds)[number]

/** Every crash point; those of a POST once for each endpoint that creates. */
export const crashPoints: readonly string[] = [
  ...commitPurposes.flatMap((purpose) => [`commit/${purpose}/before`, `commit/${purpose}/after`]),
  ...postKinds.flatMap((kind) => postSteps.map((step) => `post/${kind}/${step}`)),
  ...lookSteps.map((step) => `look/${step}`),
  ...listSteps.map((step) => `list/${step}`),
]

export class CrashPoints {
  readonly #death: Death
  #purpose: CommitPurpose = 'schema'
  #posting: PostKind | null = null
  #asking: Asking | null = null

  constructor(crash: Crash) {
    this.#death = new Death(crash)
  }

  /** Watches everything that is there before the outbox is: SQLite, sockets, undici. */
  install(): void {
    watchCommits((moment) => this.#reach(`commit/${this.#purpose}/${moment}`))
    this.#watchWrites()
    const steps = {
      'undici:client:sendHeaders': 'headers-announced',
      'undici:request:bodySent': 'body-sent',
      'undici:request:headers': 'answer-headers',
      'undici:request:trailers': 'answer-complete',
    } as const
    for (const [channel, step] of Object.entries(steps)) {
      subscribe(channel, (message) => {
        if (isPost(message)) this.#reachPost(step)
      })
    }
  }

  /** The outbox, whose commits are known by what was asked of it. */
  around(outbox: Outbox): Outbox {
    return new Proxy(outbox, {
      get: (target, name): unknown => {
        const value: unknown = Reflect.get(target, name)
        if (name === 'candidates') return this.#aroundCandidates(target.candidates)
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]): unknown => {
          this.#purpose = purposeOf(name, given, this.#purpose) ?? this.#purpose
          return Reflect.apply(value, target, given)
        }
      },
    })
  }

  #aroundCandidates(candidates: Candidates): Candidates {
    return {
      ...candidates,
      note: (...given) => {
        this.#purpose = 'candidate'
        return candidates.note(...given)
      },
      ruleOut: (...given) => {
        this.#purpose = 'candidate-decided'
        return candidates.ruleOut(...given)
      },
    }
  }

  aroundApi(api: DeliveryApi): DeliveryApi {
    const posted = async <T>(kind: PostKind, send: () => Promise<T>): Promise<T> => {
      this.#posting = kind
      this.#reachPost('called')
      const outcome = await send()
      this.#reachPost('answered')
      return outcome
    }
    return {
      checkConnection: (signal) => api.checkConnection(signal),
      createClaim: (product, ...rest) => posted(product, () => api.createClaim(product, ...rest)),
      requestPharmacy: (...given) => posted('pharmacy', () => api.requestPharmacy(...given)),
      lookUpClaim: async (...given) => {
        this.#ask('look')
        const look = await api.lookUpClaim(...given)
        this.#reach('look/answered')
        return look
      },
      readClaimList: async (product, reading) => {
        this.#ask('list')
        const list = await api.readClaimList(product, {
          ...reading,
          onRows: (rows) => {
            this.#reach('list/rows')
            return reading.onRows(rows)
          },
        })
        this.#reach('list/answered')
        return list
      },
      prepare: (count) => api.prepare(count),
    }
  }

  /** The engine announces a change. @param sending whether that is the beginning of an attempt. */
  announced(sending: boolean): void {
    if (sending) return
    if (this.#posting !== null) this.#reachPost('outcome-announced')
    else if (this.#asking !== null) this.#reach(`${this.#asking}/taken`)
    this.#posting = null
  }

  #ask(what: Asking): void {
    this.#asking = what
    this.#reach(`${what}/called`)
  }

  #reachPost(step: PostStep): void {
    if (this.#posting !== null) this.#reach(`post/${this.#posting}/${step}`)
  }

  #reach(point: string): void {
    this.#death.reach(point)
  }

  // Undici hands headers and body to the socket in one go; what is written here is in the kernel when the call returns.
  #watchWrites(): void {
    const lengths: readonly (readonly [PostStep, (bytes: Buffer) => number])[] = [
      ['nothing-written', () => 0],
      ['first-byte-written', () => 1],
      ['headers-written', (bytes) => bodyStart(bytes)],
      ['half-of-body-written', (bytes) => Math.floor((bodyStart(bytes) + bytes.length) / 2)],
      ['all-but-last-byte-written', (bytes) => bytes.length - 1],
    ]
    const reachPost = (step: PostStep): void => this.#reachPost(step)
    const isDue = (step: PostStep): boolean => this.#death.isDue(`post/${this.#posting ?? ''}/${step}`)
    // oxlint-disable-next-line typescript/unbound-method -- called on whatever it is called on later
    const { _writev: writeAll } = Socket.prototype
    Socket.prototype._writev = function (chunks, callback) {
      const bytes = Buffer.concat(chunks.map(bytesOf))
      const isPosting = bytes.toString('latin1', 0, 5) === 'POST '
      if (isPosting) {
        for (const [step, lengthOf] of lengths) {
          const length = lengthOf(bytes)
          if (isDue(step) && length > 0)
            this._write(bytes.toString('latin1', 0, length), 'latin1', () => undefined)
          reachPost(step)
        }
      }
      writeAll?.call(this, chunks, callback)
      if (isPosting) reachPost('all-written')
    }
  }
}

function purposeOf(
  method: string | symbol,
  given: readonly unknown[],
  before: CommitPurpose,
): CommitPurpose | null {
  switch (method) {
    // A new transaction: the calls within it show what its commit is for.
    case 'inOneCommit':
      return 'schema'
    case 'accept':
      return 'accept'
    case 'openAttempt':
      return before === 'outcome' || before === 'outcome-and-attempt' ? 'outcome-and-attempt' : 'attempt'
    case 'closeAttempt':
      return 'outcome'
    case 'found':
      return 'found'
    case 'noteLooks':
      return 'look-note'
    case 'identify':
      return 'candidate-decided'
    case 'apply':
      return purposeOfEvent(given[1])
    default:
      return null
  }
}

function purposeOfEvent(event: unknown): CommitPurpose | null {
  if (typeof event !== 'object' || event === null || !('type' in event)) return null
  switch (event.type) {
    case 'attempt-orphaned':
      return 'orphan'
    case 'absent':
      return 'proved' in event && event.proved === true ? 'proved-absent' : 'absent'
    case 'cannot-be-proved':
      return 'unprovable'
    case 'officer-accepts':
    case 'officer-resends':
      return 'officer'
    default:
      return null
  }
}

function isPost(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('request' in message)) return false
  const { request } = message
  return typeof request === 'object' && request !== null && 'method' in request && request.method === 'POST'
}

function bytesOf({ chunk, encoding }: { chunk: unknown; encoding: BufferEncoding }): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk)
  return Buffer.from(String(chunk), encoding)
}

function bodyStart(bytes: Buffer): number {
  return bytes.indexOf('\r\n\r\n') + 4
}
