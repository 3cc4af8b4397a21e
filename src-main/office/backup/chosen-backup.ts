import { basename } from 'node:path'
import type {
  BackupChosen,
  BackupOpened,
  BackupRefusal,
  BackupTakenIn,
  BackupCounts,
  OpenCounts,
} from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { ok, type Result } from '#shared/result.ts'
import type { CarriedSettings } from '#shared/settings.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { isRejected, isSettled } from '#shared/outbox/predicates.ts'
import { removeOrphans } from '#main/outbox/attachments/attachment-rows.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { guardStorage, guardStorageWork, type StorageFailure } from '#main/platform/sqlite.ts'
import { contentOfText, type BackupContent, type BackupEntry } from './backup-content.ts'
import { openBackup, readBackup, textOfBackup, type SealedBackup } from './backup-format.ts'
import { readLedger } from './backup-ledger.ts'
import type { BackupSource } from './collect.ts'
import { copyFiles, dropFiles, type CopiedFile } from './copied-files.ts'
import { carriedLength, type SectionKey } from './file-section.ts'
import { filesOfPlan, planTakingIn, takeIn, type TakingIn } from './take-in.ts'

interface Opened {
  readonly content: BackupContent
  /** The key of what it carries. */
  readonly section: SectionKey
}

interface Chosen {
  readonly sealed: SealedBackup
  /** Once the passphrase has opened it. */
  readonly opened: Opened | null
}

export interface ChosenBackupOptions extends BackupSource {
  readonly environment: Environment
  readonly now: () => Date
}

interface Refused {
  readonly type: 'refused'
  readonly why: BackupRefusal
}

/** What a backup brought, and the ids of the entries that came. */
export interface Taken {
  readonly answer: BackupTakenIn
  readonly ids: readonly string[]
}

/** A backup that an officer chose: read, opened by its passphrase, and taken in. */
export class ChosenBackup {
  readonly #options: ChosenBackupOptions
  #chosen: Chosen | null = null

  constructor(options: ChosenBackupOptions) {
    this.#options = options
  }

  /** Reads a file's header, without its passphrase. */
  async choose(path: string): Promise<BackupChosen> {
    this.putAway()
    const sealed = await readBackup(path)
    if (!sealed.ok) return refused(sealed.error)
    const { environment, createdAt, application, parts, fileBytes } = sealed.value.header
    if (environment !== this.#options.environment) return refused({ type: 'other-environment', environment })
    this.#chosen = { sealed: sealed.value, opened: null }
    const countOf = (part: string): number => parts.find(({ name }) => name === part)?.count ?? 0
    const [entries, drafts] = [countOf('entries'), countOf('drafts')]
    const files = { files: countOf('files'), bytes: fileBytes }
    return { type: 'chosen', fileName: basename(path), createdAt, application, entries, drafts, files }
  }

  /** Opens the chosen file and reports what it contains. Nothing is changed. */
  async open(passphrase: string): Promise<Result<BackupOpened, StorageFailure>> {
    const chosen = this.#chosen
    if (chosen === null) return ok(refused({ type: 'no-file' }))
    const section = await openBackup(chosen.sealed, passphrase)
    if (!section.ok) return ok(refused(section.error))
    const { application, fileBytes } = chosen.sealed.header
    const content = await contentOfText(textOfBackup(chosen.sealed, section.value))
    if (!content.ok) {
      return ok(refused(content.error.type === 'newer' ? { type: 'newer', application } : content.error))
    }
    if (carriedBytes(content.value) !== fileBytes) return ok(refused({ type: 'damaged' }))
    // The file was closed while the key was derived.
    if (this.#chosen !== chosen) return ok(refused({ type: 'no-file' }))
    this.#chosen = { ...chosen, opened: { content: content.value, section: section.value } }
    return this.opened()
  }

  /** What importing the opened file would add. */
  opened(): Result<BackupOpened, StorageFailure> {
    const chosen = this.#chosen
    const opened = chosen?.opened ?? null
    if (chosen === null || opened === null) return ok(refused({ type: 'no-file' }))
    const { content } = opened
    const { createdAt } = chosen.sealed.header
    return guardStorage(() => {
      const why = this.#refusal(content)
      if (why !== null) return refused(why)
      const plan = planTakingIn(this.#options, content)
      return {
        type: 'opened',
        createdAt,
        from: content.from,
        open: openCountsOf(plan.entries),
        brings: countsOf(plan),
        files: filesOfPlan(plan, null),
        known: plan.known,
      }
    })
  }

  /** What the office that wrote the opened file says of itself and its insurer; nothing where it does not say. */
  settings(): Partial<CarriedSettings> {
    return this.#chosen?.opened?.content.settings ?? {}
  }

  #refusal({ id: own }: BackupContent): BackupRefusal | null {
    const before = readLedger(this.#options.database).takenIn.find(({ id }) => id === own)
    return before === undefined ? null : { type: 'taken-in-before', at: before.at }
  }

  /** Imports the opened file into the outbox and the drafts, all of it or nothing. */
  async takeIn(knowsOfficer: (id: string) => boolean): Promise<Result<Taken, OutboxFailure>> {
    const chosen = this.#chosen
    const opened = chosen?.opened ?? null
    if (chosen === null || opened === null) return nothing(refused({ type: 'no-file' }))
    const { database, outboxFile } = this.#options
    const { content, section } = opened
    const planned = guardStorage(() => this.#refusal(content) ?? planTakingIn(this.#options, content))
    if (!planned.ok) return planned
    const plan = planned.value
    if ('type' in plan) return nothing(refused(plan))
    const wanted = new Set(plan.files.map(({ id }) => id))
    const copied = await guardStorageWork(() =>
      copyFiles(outboxFile, chosen.sealed, section, content.files, ({ id }) => wanted.has(id)),
    )
    if (!copied.ok) return copied
    if (!copied.value.ok) return nothing(refused(copied.value.error))
    try {
      // The file was closed while its files were copied.
      if (this.#chosen !== chosen) return nothing(refused({ type: 'no-file' }))
      const written = await this.#write(opened, plan, copied.value.value, knowsOfficer)
      if (written.ok) this.putAway()
      return written
    } finally {
      await dropFiles(outboxFile, copied.value.value)
      // After success and failure alike, removes the files that no row refers to.
      removeOrphans(database, outboxFile)
    }
  }

  /** Forgets the chosen file and its content. */
  putAway(): void {
    this.#chosen = null
  }

  #write(
    { content }: Opened,
    plan: TakingIn,
    arrived: readonly CopiedFile[],
    knowsOfficer: (id: string) => boolean,
  ): Promise<Result<Taken, StorageFailure>> {
    const at = this.#options.now().toISOString()
    return guardStorageWork(async () => {
      const ids = await takeIn(this.#options, content, plan, { at, knowsOfficer, arrived })
      const brought = countsOf(plan)
      return { ids, answer: { type: 'taken-in' as const, brought, files: filesOfPlan(plan, arrived) } }
    })
  }
}

function carriedBytes({ files }: BackupContent): number {
  return files.reduce((sum, { carried, size }) => sum + (carried ? carriedLength(size) : 0), 0)
}

function nothing(answer: BackupTakenIn): Result<Taken, never> {
  return ok({ answer, ids: [] })
}

function refused(why: BackupRefusal): Refused {
  return { type: 'refused', why }
}

/** The number of entries and drafts. */
export function countsOf({
  entries,
  drafts,
}: {
  readonly entries: readonly { readonly state: EntryState }[]
  readonly drafts: readonly unknown[]
}): BackupCounts {
  const settled = entries.filter(({ state }) => isSettled(state)).length
  return { open: entries.length - settled, settled, drafts: drafts.length }
}

/** The claims and requests that the insurer may still get: what it turned down is never sent again as it is. */
function openCountsOf(entries: readonly BackupEntry[]): OpenCounts {
  const open = entries.filter(({ state }) => !isSettled(state) && !isRejected(state))
  const claims = open.filter(({ body }) => body.kind === 'claim').length
  return { claims, requests: open.length - claims }
}
