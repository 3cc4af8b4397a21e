import { createHash } from 'node:crypto'
import type { FileStore, StoreProblem } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { checkObjects } from '#main/file-store/check-store.ts'
import { noConnection } from '#main/file-store/store-failure.ts'
import {
  looksMs,
  type ObjectBody,
  type ObjectStore,
  type StoreAnswer,
  type StoreFailure,
} from '#main/file-store/object-store.ts'
import { uploadPlaceOf } from '#main/delivery/uploads/stores.ts'
import type { OpenedStore } from '#main/delivery/uploads/stores.ts'
import type { StoreWays } from '#testing/insurer/file-store/store-faults.ts'
import { kept, shownFile, type KeptFile } from '#testing/insurer/file-store/store-operations.ts'
import { Mortal, never, type Living } from '#testing/mortal.ts'
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
export interface Manner extends StoreWays {
  /** How long each call takes, in ms, and how long each kB of a body takes on top. */
  readonly latencyMs?: number
  readonly perKbMs?: number
}

/** Where a process of the application may be killed. */
type StorePoint = 'before-put' | 'mid-put' | 'after-put' | 'head-done' | 'link-opened' | 'removed-there'
type Caller = Living<StorePoint>

/** Whether a name is that of the small file by which a store is tried. */
export const isOfCheck = (name: string): boolean => /check-[\da-f]{32}\.txt$/.test(name)

/** A file store as unkind as one may be, on a clock that stands still until it is moved. */
export class SimulatedStore {
  manner: Manner = {}
  /** What happens to the next call; null for nothing. */
  mishap: (call: StoreCall, name: string) => Mishap | null = () => null
  /** What was asked, in order. */
  readonly calls: { readonly call: StoreCall; readonly place: string; readonly name: string }[] = []
  /** The sums of all bytes of claims that ever lay under a name, by place. */
  readonly everStored = new Map<string, Map<string, Set<string>>>()
  /** Objects by place and name. */
  readonly #objects = new Map<string, KeptFile>()
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
    const file = [...this.#objects.values()].find(({ name }) => linkOf(name) === link)
    return file === undefined ? null : sha256Of(file.bytes)
  }

  /** The store has lost a file. */
  lose(store: FileStore, name: string): void {
    this.#objects.delete(keyOf(store, name))
  }

  /** The store as one process of the application has it open. */
  opened(store: FileStore, caller: Caller = new Mortal()): OpenedStore {
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
        if (bytes === null) return err(noConnection)
        const { etag } = this.#keep(store, name, bytes)
        caller.reach('after-put')
        return await this.#answer(called.value, { etag }, caller)
      },
      head: async (name, signal) => {
        const called = await this.#called('head', store, name, caller, signal)
        if (!called.ok) return called
        const file = shownFile(this.#shelf, keyOf(store, name), false)
        caller.reach('head-done')
        if (file === null && this.manner.hidesMissing === true) return err(failureOf('not-allowed'))
        const head = file === null ? null : { size: file.bytes.length, etag: file.etag }
        return await this.#answer(called.value, head, caller)
      },
      remove: async (name, signal) => {
        const called = await this.#called('remove', store, name, caller, signal)
        if (!called.ok) return called
        this.#objects.delete(keyOf(store, name))
        caller.reach('removed-there')
        return await this.#answer(called.value, null, caller)
      },
      link: (name) => linkOf(keyOf(store, name)),
      opens: async (link, size, signal) => {
        const called = await this.#called('opens', store, link, caller, signal)
        if (!called.ok) return called
        const key = [...this.#objects.keys()].find((one) => linkOf(one) === link) ?? ''
        const file = shownFile(this.#shelf, key, true)
        caller.reach('link-opened')
        if (file?.bytes.length !== size) return err(failureOf('link-not-public'))
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
    await this.#pass(this.manner.latencyMs ?? 0, caller, signal)
    if (signal.aborted || caller.isOnline?.() === false) return err(noConnection)
    this.calls.push({ call, place: uploadPlaceOf(store), name })
    const mishap = this.mishap(call, name)
    if (mishap?.type === 'fails') return err(failureOf(mishap.problem, mishap.retryAfterMs ?? null))
    return ok(mishap)
  }

  async #answer<T>(mishap: Mishap | null, answer: T, caller: Caller): StoreAnswer<T> {
    if (!caller.isAlive()) await never()
    return mishap?.type === 'answer-lost' ? err(noConnection) : ok(answer)
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
      await this.#pass((chunk.length / 1024) * (this.manner.perKbMs ?? 0), caller, signal)
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

  get #shelf() {
    return { files: this.#objects, ways: this.manner, now: this.#clock.monotonicMs() }
  }

  #keep(store: FileStore, name: string, bytes: Buffer): KeptFile {
    const file = kept(this.#shelf, keyOf(store, name), '', bytes)
    this.#objects.set(file.name, file)
    if (isOfCheck(name)) return file
    const place = uploadPlaceOf(store)
    const ofPlace = this.everStored.get(place) ?? new Map<string, Set<string>>()
    this.everStored.set(place, ofPlace.set(name, (ofPlace.get(name) ?? new Set()).add(sha256Of(bytes))))
    return file
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
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function failureOf(problem: StoreProblem, retryAfterMs: number | null = null): StoreFailure {
  return { ...noConnection, problem, retryAfterMs }
}
