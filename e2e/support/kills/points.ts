import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import type { ObjectBody, ObjectStore } from '#main/file-store/object-store.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { Death, die, watchCommits, type Crash } from '#testing/kills/crash.ts'

/*
 * The moments at which the outbox's process kills itself, put in from outside: round SQLite's COMMIT, the socket of a
 * POST, undici's own channels, the API and every call of the file store. The code between them is main's own.
 */

/** What a commit of the outbox is for. */
const outboxCommits = [
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
/** What a commit on the way of a file is for. */
const fileCommits = [
  'file-added',
  'named',
  'proved',
  'links',
  'back-to-draft',
  'discarded',
  'discarded-ended',
  'forgotten',
  'removed',
] as const
type CommitPurpose = (typeof outboxCommits | typeof fileCommits)[number]

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

/** Calls of the store beside `put`, which brings the bytes. */
const askingCalls = ['head', 'link', 'removal'] as const
type StoreCall = 'put' | (typeof askingCalls)[number]

const roundCommits = (purposes: readonly string[]): readonly string[] =>
  purposes.flatMap((purpose) => [`commit/${purpose}/before`, `commit/${purpose}/after`])

/** Every point of the way of a file. */
const filePoints: readonly string[] = [
  ...roundCommits(fileCommits),
  ...['called', 'begun', 'half', 'sent', 'answered'].map((step) => `put/${step}`),
  ...askingCalls.flatMap((call) => [`${call}/called`, `${call}/answered`]),
]

/** Every point; those of a POST once for each endpoint that creates. */
export const killPoints: readonly string[] = [
  ...roundCommits(outboxCommits),
  ...postKinds.flatMap((kind) => postSteps.map((step) => `post/${kind}/${step}`)),
  ...lookSteps.map((step) => `look/${step}`),
  ...listSteps.map((step) => `list/${step}`),
  ...filePoints,
]

const ofFiles = new Set(filePoints)

/** Whether only claims with files come to a point. */
export function isOfFiles(point: string | null): boolean {
  return ofFiles.has(point ?? '')
}

export class KillPoints {
  readonly #death: Death
  readonly #onAnswered: (call: StoreCall, name: string) => void
  #purpose: CommitPurpose | null = 'schema'
  /** How many calls of outbox and rows are within each other: the outermost one is over with its commit. */
  #depth = 0
  #posting: PostKind | null = null
  #asking: Asking | null = null
  /** A file is being added, whose commit is asked for deep inside. */
  isAdding = false

  /** @param onAnswered hears what the store answered, before the code that asked */
  constructor(crash: Crash, onAnswered: (call: StoreCall, name: string) => void) {
    this.#death = new Death(crash)
    this.#onAnswered = onAnswered
  }

  /** Watches everything that is there before the outbox is: SQLite, sockets, undici. */
  install(): void {
    watchCommits((moment) => {
      const purpose = this.isAdding ? 'file-added' : 'other'
      this.#reach(`commit/${this.#purpose ?? purpose}/${moment}`)
    })
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
  aroundOutbox(outbox: Outbox): Outbox {
    return this.#around(outbox, purposeInOutbox)
  }

  aroundRows(rows: UploadRows): UploadRows {
    return this.#around(rows, purposeInRows)
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

  aroundStore(store: ObjectStore): ObjectStore {
    const asked = async <T>(call: StoreCall, name: string, ask: () => Promise<T>): Promise<T> => {
      this.#reach(`${call}/called`)
      const answer = await ask()
      this.#reach(`${call}/answered`)
      this.#onAnswered(call, name)
      return answer
    }
    return {
      put: (name, type, body, signal) =>
        asked('put', name, () => store.put(name, type, this.#watched(body), signal)),
      head: (name, ...rest) => asked('head', name, () => store.head(name, ...rest)),
      opens: (link, ...rest) => asked('link', link, () => store.opens(link, ...rest)),
      remove: (name, ...rest) => asked('removal', name, () => store.remove(name, ...rest)),
      link: (name) => store.link(name),
      close: () => store.close(),
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
    if (this.#death.reach(point)) die()
  }

  #watched(body: ObjectBody): ObjectBody {
    let sent = 0
    return {
      ...body,
      onSent: (bytes) => {
        if (sent === 0) this.#reach('put/begun')
        const before = sent
        sent += bytes
        if (before < body.size / 2 && sent >= body.size / 2) this.#reach('put/half')
        if (sent === body.size) this.#reach('put/sent')
        body.onSent?.(bytes)
      },
    }
  }

  #around<T extends object>(target: T, purposeOf: PurposeOf): T {
    return new Proxy(target, {
      get: (_, name): unknown => {
        const value: unknown = Reflect.get(target, name)
        if (name === 'candidates' && typeof value === 'object' && value !== null) {
          return this.#around(value, purposeInCandidates)
        }
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]): unknown => {
          this.#purpose = purposeOf(name, given, this.#purpose) ?? this.#purpose
          this.#depth += 1
          try {
            return Reflect.apply(value, target, given)
          } finally {
            this.#depth -= 1
            // What was said within a common commit is what that is for.
            if (this.#depth === 0) this.#purpose = null
          }
        }
      },
    })
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

/** What the commit of a call is for; null where the call does not say. @param before what was said before in the same commit */
type PurposeOf = (
  method: string | symbol,
  given: readonly unknown[],
  before: CommitPurpose | null,
) => CommitPurpose | null

const purposeInOutbox: PurposeOf = (method, given, before) => {
  switch (method) {
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
    case 'putLinks':
      return 'links'
    case 'remove':
      return 'forgotten'
    case 'apply':
      return given[2] === undefined ? purposeOfEvent(given[1]) : 'back-to-draft'
    default:
      return null
  }
}

function purposeOfEvent(event: unknown): CommitPurpose | null {
  switch (fieldOf(event, 'type')) {
    case 'attempt-orphaned':
      return 'orphan'
    case 'absent':
      return fieldOf(event, 'proved') === true ? 'proved-absent' : 'absent'
    case 'cannot-be-proved':
      return 'unprovable'
    case 'officer-accepts':
    case 'officer-resends':
      return 'officer'
    case 'withdraw':
      return fieldOf(event, 'to') === 'discarded' ? 'discarded' : null
    default:
      return null
  }
}

const purposeInCandidates: PurposeOf = (method) => {
  if (method === 'note') return 'candidate'
  return method === 'ruleOut' ? 'candidate-decided' : null
}

const purposeInRows: PurposeOf = (method, given) => {
  if (method === 'name') return 'named'
  if (method === 'removed') return 'removed'
  if (method === 'endDiscards') return 'discarded-ended'
  return method === 'note' && given[2] === 'proved' ? 'proved' : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isPost(message: unknown): boolean {
  return fieldOf(fieldOf(message, 'request'), 'method') === 'POST'
}

function bytesOf({ chunk, encoding }: { chunk: unknown; encoding: BufferEncoding }): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk)
  return Buffer.from(String(chunk), encoding)
}

function bodyStart(bytes: Buffer): number {
  return bytes.indexOf('\r\n\r\n') + 4
}
