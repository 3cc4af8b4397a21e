import { createHash } from 'node:crypto'
import type { FileStore, StoreProblem } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { checkObjects } from '#main/file-store/check-store.ts'
import {
  looksMs,
  type ObjectBody,
  type ObjectStore,
  type StoreAnswer,
  type StoreFailure,
} from '#main/file-store/object-store.ts'
import { uploadPlaceOf } from '#main/delivery/uploads/stores.ts'
import type { OpenedStore } from '#main/delivery/uploads/stores.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

/** What may be asked of a store. */
export type StoreCall = 'put' | 'head' | 'remove' | 'opens'

/** What happens to one call: it fails before anything is done, or is done and its answer is lost. */
export type Mishap =
  | { readonly type: 'fails'; readonly problem: StoreProblem; readonly retryAfterMs?: number }
  | { readonly type: 'answer-lost' }
  /** Only some of the bytes arrive. */
  | { readonly type: 'cut' }

/** How a store behaves, besides its mishaps. */
export interface Manner {
  etags: 'md5' | 'like-md5' | 'opaque'
  /** How long a new file is not shown, and how long its link does not open, in ms. */
  hiddenMs: number
  privateMs: number
  /** A missing file is refused to a key that may not list, as at AWS. */
  refusesMissing: boolean
  /** How long each call takes, in ms, and how long each kB of a body takes on top. */
  latencyMs: number
  perKbMs: number
}

interface Stored {
  readonly sha256: string
  readonly size: number
  readonly etag: string
  readonly storedAtMs: number
}

/** Where a process of the application may be killed: it gets no answer any more. */
export interface Caller {
  readonly isAlive: () => boolean
  readonly reach: (
    point: 'before-put' | 'mid-put' | 'after-put' | 'head-done' | 'link-opened' | 'removed',
  ) => void
}

/** Whether a name is that of the small file by which a store is tried. */
export const isOfCheck = (name: string): boolean => /check-[\da-f]{32}\.txt$/.test(name)

const willing: Caller = { isAlive: () => true, reach: () => undefined }

/** A file store as unkind as one may be, on a clock that stands still until it is moved. */
export class SimulatedStore {
  readonly manner: Manner = {
    etags: 'md5',
    hiddenMs: 0,
    privateMs: 0,
    refusesMissing: false,
    latencyMs: 0,
    perKbMs: 0,
  }
  /** What happens to the next call; null for nothing. */
  mishap: (call: StoreCall, name: string) => Mishap | null = () => null
  /** What was asked, in order. */
  readonly calls: { readonly call: StoreCall; readonly place: string; readonly name: string }[] = []
  /** The sums of all bytes of claims that ever lay under a name, by place. */
  readonly everStored = new Map<string, Map<string, Set<string>>>()
  /** Objects by place and name. */
  readonly #objects = new Map<string, Stored>()
  readonly #clock: VirtualClock

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** The names that a place holds now, but for what a check that was killed left behind. */
  names(store: FileStore): readonly string[] {
    const start = keyOf(store, '')
    return [...this.#objects.keys()].flatMap((key) =>
      key.startsWith(start) && !isOfCheck(key) ? [key.slice(start.length)] : [],
    )
  }

  /** The sum of what a link shows; null where it shows nothing. */
  shown(link: string): string | null {
    return [...this.#objects].find(([key]) => linkOf(key) === link)?.[1].sha256 ?? null
  }

  /** The store has lost a file. */
  lose(store: FileStore, name: string): void {
    this.#objects.delete(keyOf(store, name))
  }

  /** The store as one process of the application has it open. */
  opened(store: FileStore, caller: Caller = willing): OpenedStore {
    const objects = this.#objectsFor(store, caller)
    const wait = (ms: number, signal: AbortSignal): Promise<void> => this.#pass(ms, caller, signal)
    const tried = { prefix: store.prefix, looksMs, wait }
    return { objects, check: (signal) => checkObjects(objects, tried, signal) }
  }

  #objectsFor(store: FileStore, caller: Caller): ObjectStore {
    return {
      put: async (name, _type, body, signal) => {
        caller.reach('before-put')
        const called = await this.#called('put', store, name, caller, signal)
        if (!called.ok) return called
        const bytes = await this.#received(body, called.value, caller, signal)
        if (bytes === null) return err(failureOf('no-connection'))
        const stored = this.#keep(store, name, bytes)
        caller.reach('after-put')
        return await this.#answer(called.value, { etag: stored.etag }, caller)
      },
      head: async (name, signal) => {
        const called = await this.#called('head', store, name, caller, signal)
        if (!called.ok) return called
        const stored = this.#objects.get(keyOf(store, name))
        const isSeen =
          stored !== undefined && this.#clock.monotonicMs() - stored.storedAtMs >= this.manner.hiddenMs
        caller.reach('head-done')
        if (!isSeen && this.manner.refusesMissing) return err(failureOf('not-allowed'))
        return await this.#answer(
          called.value,
          isSeen ? { size: stored.size, etag: stored.etag } : null,
          caller,
        )
      },
      remove: async (name, signal) => {
        const called = await this.#called('remove', store, name, caller, signal)
        if (!called.ok) return called
        this.#objects.delete(keyOf(store, name))
        caller.reach('removed')
        return await this.#answer(called.value, null, caller)
      },
      link: (name) => linkOf(keyOf(store, name)),
      opens: async (link, size, signal) => {
        const called = await this.#called('opens', store, link, caller, signal)
        if (!called.ok) return called
        const stored = [...this.#objects].find(([key]) => linkOf(key) === link)?.[1]
        const ageMs = stored === undefined ? -1 : this.#clock.monotonicMs() - stored.storedAtMs
        caller.reach('link-opened')
        if (stored?.size !== size || ageMs < this.manner.privateMs) return err(failureOf('link-not-public'))
        return await this.#answer(called.value, null, caller)
      },
      close: () => Promise.resolve(),
    }
  }

  async #called(
    call: StoreCall,
    store: FileStore,
    name: string,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Result<Mishap | null, StoreFailure>> {
    await this.#pass(this.manner.latencyMs, caller, signal)
    if (signal.aborted) return err(failureOf('no-connection'))
    this.calls.push({ call, place: uploadPlaceOf(store), name })
    const mishap = this.mishap(call, name)
    if (mishap?.type === 'fails') return err(failureOf(mishap.problem, mishap.retryAfterMs ?? null))
    return ok(mishap)
  }

  async #answer<T>(mishap: Mishap | null, answer: T, caller: Caller): StoreAnswer<T> {
    if (!caller.isAlive()) await never()
    return mishap?.type === 'answer-lost' ? err(failureOf('no-connection')) : ok(answer)
  }

  /** The bytes of a body; null where the line broke on the way. */
  async #received(
    body: ObjectBody,
    mishap: Mishap | null,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const chunks: Uint8Array[] = []
    for await (const chunk of body.bytes()) {
      await this.#pass((chunk.length / 1024) * this.manner.perKbMs, caller, signal)
      caller.reach('mid-put')
      if (!caller.isAlive()) await never()
      if (signal.aborted || mishap?.type === 'cut') return null
      body.onSent?.(chunk.length)
      chunks.push(Buffer.from(chunk))
    }
    const bytes = Buffer.concat(chunks)
    if (sha256Of(bytes) !== body.sha256) throw new Error('the body is not what its sum says')
    return bytes
  }

  #keep(store: FileStore, name: string, bytes: Buffer): Stored {
    const stored = this.#stored(bytes)
    this.#objects.set(keyOf(store, name), stored)
    if (isOfCheck(name)) return stored
    const place = uploadPlaceOf(store)
    const ofPlace = this.everStored.get(place) ?? new Map<string, Set<string>>()
    this.everStored.set(place, ofPlace.set(name, (ofPlace.get(name) ?? new Set()).add(stored.sha256)))
    return stored
  }

  #stored(bytes: Buffer): Stored {
    const { etags } = this.manner
    const md5 = md5Of(bytes)
    const like = md5Of(Buffer.from(`not ${md5}`))
    const etag = etags === 'md5' ? md5 : etags === 'like-md5' ? like : `opaque/${md5}`
    return { sha256: sha256Of(bytes), size: bytes.length, etag, storedAtMs: this.#clock.monotonicMs() }
  }

  async #pass(ms: number, caller: Caller, signal: AbortSignal): Promise<void> {
    if (!caller.isAlive()) await never()
    if (ms <= 0) return
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(ms, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })
    if (!caller.isAlive()) await never()
  }
}

const keyOf = (store: FileStore, name: string): string => `${uploadPlaceOf(store)}/${name}`
const linkOf = (key: string): string => `https://files.example/${encodeURIComponent(key)}`
const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const never = (): Promise<never> => new Promise(() => undefined)

function failureOf(problem: StoreProblem, retryAfterMs: number | null = null): StoreFailure {
  return { problem, saying: '', clockAheadMs: null, retryAfterMs }
}
