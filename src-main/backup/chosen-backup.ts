import { basename } from 'node:path'
import type { BackupChosen, BackupOpened, BackupRefusal, BackupTakenIn } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { ok, type Result } from '#shared/result.ts'
import { guardStorage, guardStorageWork, type StorageFailure } from '../platform/storage-failure.ts'
import { contentOfText, type BackupContent } from './backup-content.ts'
import { openBackup, type SealedBackup } from './backup-format.ts'
import { countsOf } from './backup-status.ts'
import type { BackupSource } from './collect.ts'
import { carriedLength } from './file-section.ts'
import { readBackupFile } from './read-backup-file.ts'
import { whyNotAgain } from './release.ts'
import { planTakingIn } from './take-in.ts'
import { filesOfPlan } from './taking-files.ts'
import { keepWaiting } from './waiting-backups.ts'
import { copyFiles, dropFiles, settleFiles } from './waiting-files.ts'

interface Chosen {
  readonly path: string
  readonly sealed: SealedBackup
  /** Once the passphrase has opened it. */
  readonly opened: { readonly content: BackupContent; readonly filesKey: Uint8Array } | null
}

export interface ChosenBackupOptions extends BackupSource {
  readonly environment: Environment
  readonly now: () => Date
}

interface Refused {
  readonly type: 'refused'
  readonly why: BackupRefusal
}

/** A backup that an officer chose: read, opened by its passphrase, and taken in to wait. */
export class ChosenBackup {
  readonly #options: ChosenBackupOptions
  #chosen: Chosen | null = null

  constructor(options: ChosenBackupOptions) {
    this.#options = options
  }

  /** Reads a file's header, without its passphrase. */
  async choose(path: string): Promise<BackupChosen> {
    this.putAway()
    const sealed = await readBackupFile(path)
    if (!sealed.ok) return refused(sealed.error)
    const { environment, createdAt, application, parts, fileBytes } = sealed.value.header
    if (environment !== this.#options.environment) return refused({ type: 'other-environment', environment })
    this.#chosen = { path, sealed: sealed.value, opened: null }
    const countOf = (part: string): number => parts.find(({ name }) => name === part)?.count ?? 0
    const [entries, drafts] = [countOf('entries'), countOf('drafts')]
    const files = { files: countOf('files'), bytes: fileBytes }
    return { type: 'chosen', fileName: basename(path), createdAt, application, entries, drafts, files }
  }

  /** Opens the chosen file and reports what it contains. Nothing is changed. */
  async open(passphrase: string): Promise<Result<BackupOpened, StorageFailure>> {
    const chosen = this.#chosen
    if (chosen === null) return ok(refused({ type: 'no-file' }))
    const opened = await openBackup(chosen.sealed, passphrase)
    if (!opened.ok) return ok(refused(opened.error))
    const { application, createdAt, fileBytes } = chosen.sealed.header
    const content = contentOfText(opened.value.text)
    if (!content.ok) {
      return ok(refused(content.error.type === 'newer' ? { type: 'newer', application } : content.error))
    }
    if (carriedBytes(content.value) !== fileBytes) return ok(refused({ type: 'damaged' }))
    // The file was put away while the key was derived.
    if (this.#chosen !== chosen) return ok(refused({ type: 'no-file' }))
    return guardStorage(() => {
      const why = whyNotAgain(this.#options, content.value.id)
      if (why !== null) return refused(why)
      const { filesKey } = opened.value
      this.#chosen = { ...chosen, opened: { content: content.value, filesKey } }
      const plan = planTakingIn(this.#options, content.value)
      return {
        type: 'opened',
        createdAt,
        from: content.value.from,
        as: plan.isMove ? 'move' : 'copy',
        meantFor: plan.isMove ? null : content.value.handedOverTo,
        brings: countsOf(plan),
        files: filesOfPlan(this.#options, plan, null),
        known: plan.known,
      }
    })
  }

  /** Keeps what the opened file holds until somebody releases it. Nothing of it is in the outbox before that. */
  async takeIn(): Promise<Result<BackupTakenIn, StorageFailure>> {
    const chosen = this.#chosen
    const opened = chosen?.opened ?? null
    if (chosen === null || opened === null) return ok(refused({ type: 'no-file' }))
    const { content, filesKey } = opened
    const again = guardStorage(() => whyNotAgain(this.#options, content.id))
    if (!again.ok) return again
    if (again.value !== null) return ok(refused(again.value))
    const { digest, filesAt } = chosen.sealed
    const { outboxFile } = this.#options
    const section = { path: chosen.path, filesAt, filesKey, digest }
    const copied = await guardStorageWork(() => copyFiles(outboxFile, section, content.files))
    if (!copied.ok) return copied
    if (!copied.value.ok) return ok(refused(copied.value.error))
    const arrived = copied.value.value
    // It was put away while its files were copied.
    const kept =
      this.#chosen === chosen ? this.#keep(chosen, content, arrived) : ok(refused({ type: 'no-file' }))
    if (!kept.ok || kept.value.type === 'refused') dropFiles(outboxFile, arrived)
    else this.putAway()
    return kept
  }

  /** Forgets the chosen file and its content. */
  putAway(): void {
    this.#chosen = null
  }

  #keep(
    { sealed }: Chosen,
    content: BackupContent,
    arrived: Parameters<typeof settleFiles>[1],
  ): Result<BackupTakenIn, StorageFailure> {
    return guardStorage((): BackupTakenIn => {
      const { createdAt } = sealed.header
      settleFiles(this.#options.outboxFile, arrived)
      keepWaiting(this.#options, { takenAt: this.#options.now().toISOString(), createdAt, content, arrived })
      const plan = planTakingIn(this.#options, content)
      return { type: 'taken-in', brought: countsOf(plan), files: filesOfPlan(this.#options, plan, arrived) }
    })
  }
}

function carriedBytes({ files }: BackupContent): number {
  return files.reduce((sum, { carried, size }) => sum + (carried ? carriedLength(size) : 0), 0)
}

function refused(why: BackupRefusal): Refused {
  return { type: 'refused', why }
}
