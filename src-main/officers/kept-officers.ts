import { err, ok, type Result } from '#shared/result.ts'
import type { FileFailure } from '../platform/durable-file.ts'
import { isKeyOf, withKeys, type ReadableKey } from './key-proof.ts'
import type { OfficersFile } from './officers-file.ts'
import {
  emptyList,
  isNewest,
  keysOfMarks,
  knowsAll,
  markOf,
  type KeptOfficer,
  type OfficersList,
  type OfficersMark,
  type Worker,
} from './officers-list.ts'
import { everydayCost, type HashCost } from './secret-hash.ts'

/** Where the officers are kept. */
export interface OfficersStore {
  readonly file: OfficersFile
  readonly marks: OfficersMarks
}

/** What the outbox files remember of the officers. */
export interface OfficersMarks {
  read(): readonly OfficersMark[]
  /** Writes it into every outbox file that does not have it; where that fails, the next change or start does it. */
  remember(mark: OfficersMark): void
}

export interface KeptOfficersOptions {
  /** Null while the data key cannot be opened: then nobody can sign in, and nothing can be read either. */
  readonly openStore: () => Promise<OfficersStore | null>
  /** Who captured something here: a list that does not know them is not the newest. */
  readonly workers: () => readonly Worker[]
  /** The merchant's keys that can be read now. */
  readonly readableKeys: () => Promise<readonly ReadableKey[]>
  /** Whether a key proves enough where the officers' file has seen none. */
  readonly provesWithoutVerifier: (key: string) => Promise<boolean>
  readonly cost?: HashCost
}

type Loaded =
  | { readonly type: 'open'; readonly list: OfficersList; readonly store: OfficersStore }
  | { readonly type: 'unreadable'; readonly store: OfficersStore | null }

type StorageProblem = FileFailure | { readonly type: 'storage-unavailable' }

/**
 * The list of officers on the disk, and what shows that it is the newest one of this installation. Its methods are
 * called one at a time.
 */
export class KeptOfficers {
  readonly #options: KeptOfficersOptions
  #loaded: Loaded = { type: 'unreadable', store: null }
  /** The newest list that this process has seen. */
  #newest: OfficersMark | null = null

  constructor(options: KeptOfficersOptions) {
    this.#options = options
  }

  /** False for a list that is damaged, missing although officers worked here, or not the newest. */
  get isReadable(): boolean {
    return this.#loaded.type === 'open'
  }

  /** Whether the data key cannot be opened now. */
  get waitsForKeyring(): boolean {
    return this.#loaded.store === null
  }

  /** Whose work it may open beside that of its own officers. */
  get opens(): OfficersList['opens'] {
    return this.#loaded.type === 'open' ? this.#loaded.list.opens : 'own'
  }

  /** Every officer ever added. */
  all(): readonly KeptOfficer[] {
    return this.#loaded.type === 'open' ? this.#loaded.list.officers : []
  }

  present(): readonly KeptOfficer[] {
    return this.all().filter(({ isRemoved }) => !isRemoved)
  }

  /** Reads the list again. Until that is done the one before holds: no one is signed out by it. */
  async load(): Promise<void> {
    const store = await this.#options.openStore()
    const loaded = await store?.file.load()
    const isGood =
      store !== null &&
      loaded?.ok === true &&
      isNewest(loaded.value, this.#marks(store.marks), this.#options.workers())
    if (!isGood) {
      this.#loaded = { type: 'unreadable', store }
      return
    }
    const list = loaded.value
    if (list === null) this.#loaded = { type: 'open', list: emptyList(), store }
    else this.#take(list, store)
    if (this.present().length > 0) await this.learnKeys('new')
  }

  async save(
    officers: readonly KeptOfficer[],
    changes: Partial<OfficersList> = {},
  ): Promise<Result<null, StorageProblem>> {
    if (this.#loaded.type === 'unreadable') return err({ type: 'storage-unavailable' })
    const { list: before, store } = this.#loaded
    const list = { ...before, ...changes, officers: [...officers], count: before.count + 1 }
    const saved = await store.file.save(list)
    if (saved.ok) this.#take(list, store)
    return saved
  }

  /**
   * Keeps a verifier of each merchant's key that can be read. Where this fails, the next change of a key or the next
   * start does it.
   *
   * @param which `new` adds those of environments without one; `changed` also replaces, because an officer has given
   *   another key.
   */
  async learnKeys(which: 'new' | 'changed'): Promise<void> {
    if (this.#loaded.type === 'unreadable') return
    const { keys } = this.#loaded.list
    const readable = await this.#options.readableKeys()
    const next = await withKeys(keys, readable, which === 'changed', this.#options.cost ?? everydayCost)
    const isSame = next.length === keys.length && next.every((key) => keys.includes(key))
    if (!isSame) await this.save(this.all(), { keys: [...next] })
  }

  /**
   * Opens the list on proof of the merchant's key: this one, or an empty one to follow a list that does not count,
   * which is set aside. The key is checked against what was sealed when it was given, never against files that
   * somebody may have moved away.
   *
   * @returns whether the key proved it
   */
  async openByKey(key: string): Promise<Result<boolean, StorageProblem>> {
    const { store } = this.#loaded
    if (store === null) return err({ type: 'storage-unavailable' })
    const list = this.#loaded.type === 'open' ? this.#loaded.list : await this.#successor(store)
    if (!(await this.#isProven(key, list))) return ok(false)
    if (this.#loaded.type === 'open') return ok(true)
    const aside = await store.file.keepAside()
    if (!aside.ok) return aside
    this.#loaded = { type: 'open', list, store }
    return ok(true)
  }

  async #isProven(key: string, list: OfficersList): Promise<boolean> {
    if (list.keys.length > 0) return await isKeyOf(key, list.keys)
    return knowsAll(markOf(list), this.#options.workers()) && (await this.#options.provesWithoutVerifier(key))
  }

  /** Without a verifier it opens the work of nobody else, but in practice. */
  async #successor({ file, marks }: OfficersStore): Promise<OfficersList> {
    const known = this.#marks(marks)
    const keys = keysOfMarks(known, this.#options.workers())
    const loaded = await file.load()
    const present = loaded.ok ? loaded.value : null
    const count = Math.max(present?.count ?? 0, ...known.map((mark) => mark.count))
    return { ...emptyList(), count, keys: [...keys], opens: keys.length > 0 ? 'everything' : 'practice' }
  }

  /** This list is the newest now, on the disk and everywhere it is remembered. */
  #take(list: OfficersList, store: OfficersStore): void {
    this.#loaded = { type: 'open', list, store }
    this.#newest = markOf(list)
    store.marks.remember(this.#newest)
  }

  #marks(marks: OfficersMarks): readonly OfficersMark[] {
    return this.#newest === null ? marks.read() : [this.#newest, ...marks.read()]
  }
}
