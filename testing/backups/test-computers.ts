import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Result } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import {
  at,
  openTestAttachmentStore,
  type TestAttachmentStore,
} from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { Backups } from '#main/office/backup/backups.ts'
import { carriedOf } from '#main/office/settings/carried-settings.ts'
import { ThisComputer } from '#main/office/backup/this-computer.ts'

export const passphrase = 'made up words of a file'
export const keyCost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 }

export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

type Of<T, N> = Extract<T, { readonly type: N }>

/** A computer with backups, an outbox and the files of its claims, which writes to and reads from one stick. */
export interface TestComputer extends TestAttachmentStore {
  readonly backups: Backups
  number(): Promise<string>
  write(): Promise<Of<BackupWritten, 'written'>>
  takeIn(): Promise<Of<BackupTakenIn, 'taken-in'>>
  filesOf(claimId: string): Promise<readonly AttachmentFile[]>
  bytesOf(claimId: string, id: string | undefined): Promise<Buffer>
  /** The names of sealed files beside the outbox. */
  sealed(): readonly string[]
}

/** The computers of a test, and the stick between them; they go with the test. */
export class TestComputers {
  readonly stick = join(createTestFolder(), 'a.cdbackup')
  readonly #open = new Set<TestAttachmentStore>()

  constructor() {
    onTestFinished(() => this.close())
  }

  add(folder = createTestFolder(), environment: Environment = 'sandbox'): TestComputer {
    const store = openTestAttachmentStore(folder)
    this.#open.add(store)
    return computerOf(store, this.stick, environment)
  }

  /** Ends a computer's process and starts it again. */
  restart(computer: TestComputer): TestComputer {
    for (const one of this.#open) {
      if (one.folder !== computer.folder) continue
      one.database.close()
      this.#open.delete(one)
    }
    return this.add(computer.folder)
  }

  /** @returns a folder with what its disk holds now, as if its process was killed. */
  diskOf({ folder }: TestComputer): string {
    const copy = createTestFolder()
    cpSync(folder, copy, { recursive: true })
    return copy
  }

  close(): void {
    for (const { database } of this.#open) database.close()
    this.#open.clear()
  }
}

function computerOf(store: TestAttachmentStore, stick: string, environment: Environment): TestComputer {
  const { database, protection, outbox, drafts, file: outboxFile } = store
  const backups = new Backups({
    database,
    protection,
    outbox,
    drafts,
    outboxFile,
    computer: new ThisComputer(store.folder),
    environment,
    version: '0.1.0',
    branchName: () => 'Yaba Market',
    settings: () => carriedOf(defaultSettings),
    now: () => new Date(at),
    keyCost,
  })
  return {
    ...store,
    backups,
    number: async () => valueOf(await backups.status()).number ?? '',
    async write() {
      const written = valueOf(await backups.write(stick, passphrase))
      if (written.type !== 'written') throw new Error(JSON.stringify(written))
      return written
    },
    async takeIn() {
      const chosen = await backups.chosen.choose(stick)
      if (chosen.type !== 'chosen') throw new Error(JSON.stringify(chosen))
      const opened = valueOf(await backups.chosen.open(passphrase))
      if (opened.type !== 'opened') throw new Error(JSON.stringify(opened))
      const taken = valueOf(await backups.takeIn(() => false))
      if (taken.type !== 'taken-in') throw new Error(JSON.stringify(taken))
      return taken
    },
    async filesOf(claimId) {
      return valueOf(await store.store.list(claimId)).files
    },
    async bytesOf(claimId, id) {
      const found = valueOf(await store.store.readable(claimId)).find(({ file }) => file.id === id)
      const parts: Buffer[] = []
      if (found !== undefined) for await (const part of found.bytes()) parts.push(valueOf(part))
      return Buffer.concat(parts)
    },
    sealed() {
      const path = join(store.folder, 'attachments')
      return existsSync(path) ? readdirSync(path) : []
    },
  }
}
