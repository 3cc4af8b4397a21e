import type { ObjectBody, ObjectStore } from '#main/file-store/object-store.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { Death, watchCommits, type Crash } from '../crash.ts'

/*
 * The moments at which a process that sends claims with files kills itself, put in from outside: round SQLite's COMMIT
 * and round every call of the file store. The code between them is main's own.
 */

/** What a commit is for. */
const commitPurposes = [
  'file-added',
  'accepted',
  'named',
  'parts-begun',
  'parts-ended',
  'proved',
  'links',
  'back-to-draft',
  'discarded',
  'discarded-ended',
  'forgotten',
  'removed',
] as const
type CommitPurpose = (typeof commitPurposes)[number]

/** Calls that bring bytes, and the others. */
const sendingCalls = ['put', 'part'] as const
type SendingCall = (typeof sendingCalls)[number]
const askingCalls = ['begin', 'parts-list', 'complete', 'head', 'link', 'removal', 'give-up'] as const
type Call = SendingCall | (typeof askingCalls)[number]

/** Every point of the way of a file. */
export const filePoints: readonly string[] = [
  ...commitPurposes.flatMap((purpose) => [`commit/${purpose}/before`, `commit/${purpose}/after`]),
  ...sendingCalls.flatMap((call) =>
    ['called', 'begun', 'half', 'sent', 'answered'].map((step) => `${call}/${step}`),
  ),
  ...askingCalls.flatMap((call) => [`${call}/called`, `${call}/answered`]),
]

export class FilePoints {
  readonly #death: Death
  readonly #onAnswered: (call: Call, name: string) => void
  #purpose: CommitPurpose | null = null
  /** A file is being added, whose commit is asked for deep inside. */
  isAdding = false

  /** @param onAnswered hears what the store answered, before the code that asked */
  constructor(crash: Crash, onAnswered: (call: Call, name: string) => void) {
    this.#death = new Death(crash)
    this.#onAnswered = onAnswered
  }

  /** Before anything else is there. */
  install(): void {
    watchCommits((moment) => {
      const purpose = this.#purpose ?? (this.isAdding ? 'file-added' : 'other')
      this.#death.reach(`commit/${purpose}/${moment}`)
    })
  }

  aroundOutbox(outbox: Outbox): Outbox {
    return this.#around(outbox, (method, given) => {
      if (method === 'accept') return 'accepted'
      if (method === 'putLinks') return 'links'
      if (method === 'remove') return 'forgotten'
      if (method === 'applyWith') return 'back-to-draft'
      return method === 'apply' && fieldOf(given[1], 'to') === 'discarded' ? 'discarded' : null
    })
  }

  aroundRows(rows: UploadRows): UploadRows {
    return this.#around(rows, (method, given) => {
      if (method === 'name') return 'named'
      if (method === 'removed') return 'removed'
      if (method === 'endDiscards') return 'discarded-ended'
      if (method !== 'note') return null
      if (given[2] === 'proved') return 'proved'
      const uploadId = fieldOf(given[1], 'uploadId')
      return uploadId === undefined ? null : uploadId === null ? 'parts-ended' : 'parts-begun'
    })
  }

  aroundStore(store: ObjectStore): ObjectStore {
    const asked = async <T>(call: Call, name: string, ask: () => Promise<T>): Promise<T> => {
      this.#death.reach(`${call}/called`)
      const answer = await ask()
      this.#death.reach(`${call}/answered`)
      this.#onAnswered(call, name)
      return answer
    }
    return {
      put: (name, type, body, signal) =>
        asked('put', name, () => store.put(name, type, this.#watched('put', body), signal)),
      putPart: (name, uploadId, number, body, signal) =>
        asked('part', name, () => store.putPart(name, uploadId, number, this.#watched('part', body), signal)),
      begin: (name, ...rest) => asked('begin', name, () => store.begin(name, ...rest)),
      parts: (name, ...rest) => asked('parts-list', name, () => store.parts(name, ...rest)),
      complete: (name, ...rest) => asked('complete', name, () => store.complete(name, ...rest)),
      head: (name, ...rest) => asked('head', name, () => store.head(name, ...rest)),
      opens: (link, ...rest) => asked('link', link, () => store.opens(link, ...rest)),
      remove: (name, ...rest) => asked('removal', name, () => store.remove(name, ...rest)),
      giveUp: (name, ...rest) => asked('give-up', name, () => store.giveUp(name, ...rest)),
      link: (name, now) => store.link(name, now),
      close: () => store.close(),
    }
  }

  #watched(call: SendingCall, body: ObjectBody): ObjectBody {
    let sent = 0
    return {
      ...body,
      onSent: (bytes) => {
        if (sent === 0) this.#death.reach(`${call}/begun`)
        const before = sent
        sent += bytes
        if (before < body.size / 2 && sent >= body.size / 2) this.#death.reach(`${call}/half`)
        if (sent === body.size) this.#death.reach(`${call}/sent`)
        body.onSent?.(bytes)
      },
    }
  }

  #around<T extends object>(
    target: T,
    purposeOf: (method: string | symbol, given: readonly unknown[]) => CommitPurpose | null,
  ): T {
    return new Proxy(target, {
      get: (_, method): unknown => {
        const value: unknown = Reflect.get(target, method)
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]): unknown => {
          const before = this.#purpose
          // A call within another's commit does not say what that is for.
          this.#purpose = purposeOf(method, given) ?? before
          try {
            return Reflect.apply(value, target, given)
          } finally {
            this.#purpose = before
          }
        }
      },
    })
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
