import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { BackupOpened, BackupStatus, BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Result } from '#shared/result.ts'
import { createDraftCopies } from '../drafts/draft-copies.ts'
import { migrate } from '../outbox/migrations.ts'
import { claimSubmission } from '../outbox/testing/made-up.ts'
import { plainProtection } from '../outbox/testing/plain-protection.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { Backups } from './backups.ts'
import { readLedger } from './backup-ledger.ts'

const passphrase = 'made up words of a file'
const at = '2026-11-20T09:00:00.000Z'
const open: DatabaseSync[] = []
let folder: string

beforeEach(() => {
  folder = createTestFolder()
})
afterEach(() => {
  for (const database of open.splice(0)) database.close()
})

interface TestOfficers {
  readonly backups: Backups
  readonly database: DatabaseSync
  readonly outbox: ReturnType<typeof createOutbox>
  readonly copies: ReturnType<typeof createDraftCopies>
}

function newFile(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  open.push(database)
  migrate(database)
  return database
}

function computer(environment: Environment = 'sandbox', database = newFile()): TestOfficers {
  const outbox = createOutbox(database, plainProtection)
  const copies = createDraftCopies(database, plainProtection)
  const backups = new Backups({
    database,
    protection: plainProtection,
    outbox,
    copies,
    outboxFile: join(folder, newId(), 'outbox.sqlite'),
    environment,
    version: '0.1.0',
    branchName: () => 'Yaba Market',
    now: () => new Date(at),
    keyCost: { cost: 2 ** 10, blockSize: 8, parallelization: 1 },
  })
  return { backups, database, outbox, copies }
}

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error('failed')
  return result.value
}
const statusOf = ({ backups }: TestOfficers): BackupStatus => valueOf(backups.status())
const writeTo = async (
  { backups }: TestOfficers,
  file: string,
  handOverTo: string | null,
): Promise<BackupWritten> => valueOf(await backups.write(file, { passphrase, handOverTo, withFiles: false }))
const opened = async ({ backups }: TestOfficers, file: string): Promise<BackupOpened> => {
  const chosen = await backups.choose(file)
  if (chosen.type !== 'chosen') throw new Error(chosen.type)
  return valueOf(await backups.open(passphrase))
}
const takeIn = async (
  { backups }: TestOfficers,
  knowsOfficer: (id: string) => boolean = () => false,
): Promise<BackupTakenIn> => valueOf(await backups.takeIn(knowsOfficer))
const draft: Draft = {
  id: newId(),
  product: 'keke',
  fields: { ...emptyFields(), policyNumber: 'KKP/2026/LA/000007', incidentDetails: 'Canary Ade Òjó' },
  branchReference: '7F3K-92QD',
  createdAt: at,
  updatedAt: at,
  rejection: null,
}

function filled(): TestOfficers {
  const one = computer()
  one.outbox.accept(claimSubmission({ claimantIdentification: 'NIN-CANARY-1' }), at)
  one.copies.keep(draft)
  return one
}

describe('backups', () => {
  it('keep the number that was shown', () => {
    const one = computer()
    const { number } = statusOf(one)
    expect(statusOf(one).number).toBe(number)
    expect(readLedger(one.database).number).toBe(number)
  })

  it('write nothing when there is nothing to write', async () => {
    const file = join(folder, 'a.cdbackup')
    expect(await writeTo(computer(), file, null)).toEqual({ type: 'nothing-to-write' })
    expect(await readdir(folder)).toEqual([])
  })

  it.each(['aaaaaaaaaaaa', 'Yaba Market 2026!'])('write nothing under “%s”', async (weak) => {
    const one = filled()
    const wish = { passphrase: weak, handOverTo: '7F3K-92QD', withFiles: false }
    const written = valueOf(await one.backups.write(join(folder, 'a.cdbackup'), wish))
    expect(written).toEqual({ type: 'weak-passphrase' })
    expect(await readdir(folder)).toEqual([])
    expect(statusOf(one)).toMatchObject({ handedOver: [], now: { open: 1, drafts: 1 } })
  })

  it('hand nothing over to the same computer', async () => {
    const one = filled()
    const { number } = statusOf(one)
    expect(await writeTo(one, join(folder, 'a.cdbackup'), number)).toEqual({ type: 'own-number' })
    expect(statusOf(one)).toMatchObject({ now: { open: 1, drafts: 1 }, handedOver: [] })
  })

  it('contain no readable personal data', async () => {
    const file = join(folder, 'a.cdbackup')
    expect(await writeTo(filled(), file, null)).toMatchObject({ type: 'written', fileName: 'a.cdbackup' })
    const bytes = await readFile(file)
    for (const canary of ['NIN-CANARY-1', 'Canary', 'KKP/2026', 'Hit a kerb', passphrase, draft.id]) {
      for (const encoding of ['utf8', 'utf16le', 'base64'] as const) {
        const form = encoding === 'base64' ? Buffer.from(canary).toString('base64').slice(0, -4) : canary
        expect(bytes.includes(Buffer.from(form, encoding === 'base64' ? 'utf8' : encoding)), canary).toBe(
          false,
        )
      }
    }
  })

  it('are taken in from another computer, after a preview of what they bring', async () => {
    const file = join(folder, 'a.cdbackup')
    const [one, two] = [filled(), computer()]
    await writeTo(one, file, null)
    const before = two.database.prepare('SELECT count(*) AS n FROM entry').get()
    expect(await opened(two, file)).toMatchObject({
      type: 'opened',
      from: statusOf(one).number,
      as: 'copy',
      meantFor: null,
      brings: { open: 1, settled: 0, drafts: 1 },
    })
    expect(two.database.prepare('SELECT count(*) AS n FROM entry').get()).toEqual(before)
    expect(await takeIn(two)).toMatchObject({
      type: 'taken-in',
      as: 'copy',
      brought: { open: 1, drafts: 1 },
    })
    expect(statusOf(two)).toMatchObject({
      now: { open: 1, drafts: 1 },
      takenIn: [{ looking: 1, undecided: 0, absent: 0 }],
    })
    expect(await opened(two, file)).toEqual({ type: 'refused', why: { type: 'taken-in-before', at } })
    expect(await takeIn(two)).toMatchObject({ type: 'refused' })
  })

  it('name the computer a file was handed over to, unless it is this one', async () => {
    const file = join(folder, 'a.cdbackup')
    const two = computer()
    await writeTo(filled(), file, '7F3K-92QD')
    expect(await opened(two, file)).toMatchObject({ as: 'copy', meantFor: '7F3K-92QD' })
    const three = computer()
    await writeTo(filled(), file, statusOf(three).number)
    expect(await opened(three, file)).toMatchObject({ as: 'move', meantFor: null })
  })

  it('hand nothing over when the file cannot be written: everything is as it was', async () => {
    const one = filled()
    const [entry] = [...one.outbox.undelivered()]
    const nowhere = join(folder, 'not', 'a', 'folder')
    await writeFile(join(folder, 'not'), '')
    expect(await writeTo(one, join(nowhere, 'a.cdbackup'), '7F3K-92QD')).toMatchObject({
      type: 'not-written',
      isHandedOver: false,
    })
    expect([...one.outbox.undelivered()].map(({ id, state }) => [id, state])).toEqual([
      [entry?.id, entry?.state],
    ])
    expect(statusOf(one)).toMatchObject({ handedOver: [], lastAt: null, now: { drafts: 1 } })
    expect(one.backups.handedOverDrafts().size).toBe(0)
  })

  it('leave an earlier file alone when the new one cannot replace it', async () => {
    const one = filled()
    const inTheWay = join(folder, 'a.cdbackup')
    await mkdir(inTheWay)
    expect(await writeTo(one, inTheWay, null)).toMatchObject({ type: 'not-written' })
    expect(await readdir(folder)).toEqual(['a.cdbackup'])
  })

  it('refuse a file of another environment', async () => {
    const file = join(folder, 'a.cdbackup')
    await writeTo(filled(), file, null)
    expect(await computer('live').backups.choose(file)).toEqual({
      type: 'refused',
      why: { type: 'other-environment', environment: 'sandbox' },
    })
  })

  it('refuse a file that does not exist', async () => {
    const chosen = await computer().backups.choose(join(folder, 'gone.cdbackup'))
    expect(chosen).toEqual({ type: 'refused', why: { type: 'unreadable-file' } })
  })

  it('forget an opened file when it is put away', async () => {
    const file = join(folder, 'a.cdbackup')
    const two = computer()
    await writeTo(filled(), file, null)
    await opened(two, file)
    two.backups.putAway()
    expect(await takeIn(two)).toEqual({ type: 'refused', why: { type: 'no-file' } })
    expect(valueOf(await two.backups.open(passphrase))).toEqual({ type: 'refused', why: { type: 'no-file' } })
  })

  it('let in all of a file or nothing', async () => {
    const file = join(folder, 'a.cdbackup')
    const two = computer()
    await writeTo(filled(), file, null)
    await opened(two, file)
    two.database.exec(
      `CREATE TRIGGER full BEFORE INSERT ON draft_copy BEGIN SELECT RAISE(ABORT, 'made up'); END`,
    )
    await expect(takeIn(two)).rejects.toThrow('made up')
    two.database.exec('DROP TRIGGER full')
    expect(statusOf(two)).toMatchObject({ now: { open: 0, settled: 0, drafts: 0 }, takenIn: [] })
    expect(await takeIn(two)).toMatchObject({ type: 'taken-in' })
  })

  it('keep work with its officer where that officer works here too, and give the rest to the office', async () => {
    const file = join(folder, 'a.cdbackup')
    const [known, unknown] = [newId(), newId()]
    const one = computer()
    const ofKnown = claimSubmission({ policyNumber: 'KKP/1' })
    const ofUnknown = claimSubmission({ policyNumber: 'KKP/2' })
    one.outbox.accept(ofKnown, at, known)
    one.outbox.accept(ofUnknown, at, unknown)
    one.copies.keep(draft, unknown)
    await writeTo(one, file, null)
    const two = computer()
    await opened(two, file)
    await takeIn(two, (id) => id === known)
    expect(two.outbox.get(ofKnown.id)?.officerId).toBe(known)
    expect(two.outbox.get(ofUnknown.id)?.officerId).toBeNull()
    expect(two.copies.ownerOf(draft.id)).toBeNull()
  })

  it('remove drafts that were handed over long ago, and no others', async () => {
    const one = filled()
    await writeTo(one, join(folder, 'a.cdbackup'), '7F3K-92QD')
    one.copies.keep({ ...draft, id: newId() })
    one.backups.removeOutlivedDrafts(at)
    expect(one.copies.kept()).toHaveLength(2)
    one.backups.removeOutlivedDrafts('2026-11-20T09:00:00.001Z')
    expect(one.copies.kept()).toHaveLength(1)
    expect(one.backups.handedOverDrafts().size).toBe(0)
  })
})
