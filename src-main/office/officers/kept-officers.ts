import { join } from 'node:path'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { IdSchema } from '#shared/domain/draft.ts'
import { OfficerNameSchema, officerRoles, type OfficerSummary } from '#shared/domain/officer.ts'
import type { FileFailure } from '#main/platform/durable-file.ts'
import { filesKey, type OpenKeys } from '#main/platform/keys/data-key.ts'
import { createSealedFile, type SealedFile } from '#main/platform/keys/sealed-file.ts'
import { type HashCost, SecretHashSchema } from './secret-hash.ts'

/** Where the officers are kept. */
export interface OfficersStore {
  readonly file: OfficersFile
  /** Whether there were officers here: without their file, it is missing. */
  readonly hadOfficers: boolean
  /** Remembers that there are officers from now on. */
  readonly remember: () => Promise<void>
}

export interface KeptOfficersOptions {
  /** Null while the data key cannot be opened: then no one can sign in, and nothing can be read either. */
  readonly openStore: () => Promise<OfficersStore | null>
  /** Whether this is the merchant's key, which makes a manager. */
  readonly provesManager: (key: string) => Promise<boolean>
  readonly cost?: HashCost
}

type Loaded =
  | { readonly type: 'open'; readonly officers: readonly KeptOfficer[]; readonly store: OfficersStore }
  | { readonly type: 'unreadable'; readonly store: OfficersStore | null }

type StorageProblem = FileFailure | { readonly type: 'storage-unavailable' }

/** The list of officers on the disk. Its methods are called one at a time. */
export class KeptOfficers {
  readonly #options: KeptOfficersOptions
  #loaded: Loaded = { type: 'unreadable', store: null }

  constructor(options: KeptOfficersOptions) {
    this.#options = options
  }

  /** False for a list that does not open, or is missing although officers worked here. */
  get isReadable(): boolean {
    return this.#loaded.type === 'open'
  }

  /** Whether the data key cannot be opened now. */
  get waitsForKeyring(): boolean {
    return this.#loaded.store === null
  }

  /** Every officer ever added. */
  all(): readonly KeptOfficer[] {
    return this.#loaded.type === 'open' ? this.#loaded.officers : []
  }

  present(): readonly KeptOfficer[] {
    return this.all().filter(({ isRemoved }) => !isRemoved)
  }

  /** Reads the list again. Until the disk gives it the one before holds: no one is signed out by that. */
  async load(): Promise<void> {
    const store = await this.#options.openStore()
    const opened = await store?.file.load()
    if (opened?.type === 'refused' && this.isReadable) return
    if (store !== null && opened?.type === 'open') {
      this.#loaded = { type: 'open', officers: opened.value.officers, store }
      if (!store.hadOfficers) await store.remember()
    } else if (store !== null && opened?.type === 'none' && !store.hadOfficers) {
      this.#loaded = { type: 'open', officers: [], store }
    } else this.#loaded = { type: 'unreadable', store }
  }

  async save(officers: readonly KeptOfficer[]): Promise<Result<null, StorageProblem>> {
    if (this.#loaded.type === 'unreadable') return err({ type: 'storage-unavailable' })
    const { store, officers: before } = this.#loaded
    const saved = await store.file.save({ officers })
    if (!saved.ok)
      return saved.error.type === 'locked' ? err({ type: 'storage-unavailable' }) : err(saved.error)
    this.#loaded = { type: 'open', officers, store }
    if (before.length === 0) await store.remember()
    return ok(null)
  }

  /**
   * Opens the list on proof of the merchant's key: this one, or an empty one to follow a list that does not open, which
   * is set aside.
   *
   * @returns whether the key proved it
   */
  async openByKey(key: string): Promise<Result<boolean, StorageProblem>> {
    const { store } = this.#loaded
    if (store === null) return err({ type: 'storage-unavailable' })
    if (!(await this.#options.provesManager(key))) return ok(false)
    // The disk may have refused it when it was read, and give it now.
    if (!this.isReadable) await this.load()
    if (this.#loaded.type === 'open') return ok(true)
    const aside = await store.file.keepAside()
    if (!aside.ok) return aside
    this.#loaded = { type: 'open', officers: [], store }
    return ok(true)
  }
}

const OfficerSchema = v.strictObject({
  id: IdSchema,
  name: OfficerNameSchema,
  role: v.picklist(officerRoles),
  secret: SecretHashSchema,
  /** Wrong secrets in a row; stored, so that a restart does not reset them. */
  failures: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Someone else gave the secret: it opens nothing until the officer has chosen another. */
  mustChange: v.boolean(),
  /** A removed officer's name is still needed for what they captured. */
  isRemoved: v.boolean(),
})
export type KeptOfficer = Readonly<v.InferOutput<typeof OfficerSchema>>

/** The officers of this installation: every one ever added. */
const OfficersListSchema = v.strictObject({ officers: v.array(OfficerSchema) })
export interface OfficersList {
  readonly officers: readonly KeptOfficer[]
}

/** Whether one of them is a manager. */
export function hasManager(officers: readonly KeptOfficer[]): boolean {
  return officers.some(({ role }) => role === 'manager')
}

/** What anyone at this computer may see of an officer. */
export function summaryOf({ id, name, role }: KeptOfficer): OfficerSummary {
  return { id, name, role }
}

/** Whether two names are one to a person who reads them. */
export function sameName(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
}

type OfficersFile = SealedFile<OfficersList>

/** The officers of this installation, sealed in `<folder>/officers.json`. */
export function createOfficersFile(folder: string, keys: OpenKeys): OfficersFile {
  const path = join(folder, 'officers.json')
  return createSealedFile<OfficersList>({
    path,
    purpose: 'officers',
    schema: OfficersListSchema,
    key: filesKey(keys),
  })
}
