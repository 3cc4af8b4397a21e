import fs, { mkdirSync, readdirSync } from 'node:fs'
import promises, { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { BackupOpened, BackupStatus, BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Result } from '#shared/result.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { memoryFile } from '#testing/outbox/entries.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { Backups } from './backups.ts'
import { ThisComputer } from './this-computer.ts'

const passphrase = 'made up words of a file'
const at = '2026-11-20T09:00:00.000Z'
let folder: string

beforeEach(() => {
  folder = createTestFolder()
})

interface TestOfficers {
  readonly backups: Backups
  readonly database: DatabaseSync
  readonly outbox: Outbox
  readonly drafts: ReturnType<typeof createDraftStore>
}

function computer(environment: Environment = 'sandbox', own = join(folder, newId())): TestOfficers {
  const database = memoryFile()
  mkdirSync(own, { recursive: true })
  const outbox = new Outbox(database, plainProtection)
  const drafts = createDraftStore(database, plainProtection)
  const backups = new Backups({
    database,
    protection: plainProtection,
    outbox,
    drafts,
    outboxFile: join(own, 'outbox.sqlite'),
    computer: new ThisComputer(own),
    environment,
    version: '0.1.0',
    branchName: () => 'Yaba Market',
    statuses: () => ({ names: {}, finals: [] }),
    now: () => new Date(at),
    keyCost: { cost: 2 ** 10, blockSize: 8, parallelization: 1 },
  })
  return { backups, database, outbox, drafts }
}

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error('failed')
  return result.value
}
const statusOf = async ({ backups }: TestOfficers): Promise<BackupStatus> => valueOf(await backups.status())
const writeTo = async ({ backups }: TestOfficers, file: string): Promise<BackupWritten> =>
  valueOf(await backups.write(file, passphrase))
const opened = async ({ backups }: TestOfficers, file: string): Promise<BackupOpened> => {
  const chosen = await backups.chosen.choose(file)
  if (chosen.type !== 'chosen') throw new Error(chosen.type)
  return valueOf(await backups.chosen.open(passphrase))
}
const takeIn = async (
  { backups }: TestOfficers,
  knowsOfficer: (id: string) => boolean = () => false,
): Promise<BackupTakenIn> => valueOf(await backups.takeIn(knowsOfficer))
const written = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.cdbackup'))
const draft = madeUpDraft({
  fields: { ...emptyFields(), policyNumber: 'KKP/2026/LA/000007', incidentDetails: 'Canary Ade Òjó' },
})

function filled(): TestOfficers {
  const one = computer()
  one.outbox.accept(claimSubmission({ claimantIdentification: 'NIN-CANARY-1' }), at)
  one.drafts.save(draft)
  return one
}

describe('backups', () => {
  it('keep the number that was shown, also where the outbox is lost', async () => {
    const own = join(folder, 'own')
    const { number } = await statusOf(computer('sandbox', own))
    expect(number).toMatch(/^.{4}-.{4}$/)
    expect((await statusOf(computer('sandbox', own))).number).toBe(number)
  })

  it('write nothing when there is nothing to write', async () => {
    const file = join(folder, 'a.cdbackup')
    expect(await writeTo(computer(), file)).toEqual({ type: 'nothing-to-write' })
    expect(written()).toEqual([])
  })

  it.each(['aaaaaaaaaaaa', 'Yaba Market 2026!'])('write nothing under “%s”', async (weak) => {
    const one = filled()
    const answer = valueOf(await one.backups.write(join(folder, 'a.cdbackup'), weak))
    expect(answer).toEqual({ type: 'weak-passphrase' })
    expect(written()).toEqual([])
    expect(await statusOf(one)).toMatchObject({ now: { open: 1, drafts: 1 } })
  })

  it('contain no readable personal data', async () => {
    const file = join(folder, 'a.cdbackup')
    expect(await writeTo(filled(), file)).toMatchObject({ type: 'written', savedAs: file })
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
    await writeTo(one, file)
    const before = two.database.prepare('SELECT count(*) AS n FROM entry').get()
    expect(await opened(two, file)).toMatchObject({
      type: 'opened',
      from: (await statusOf(one)).number,
      brings: { open: 1, settled: 0, drafts: 1 },
    })
    expect(two.database.prepare('SELECT count(*) AS n FROM entry').get()).toEqual(before)
    expect(await takeIn(two)).toMatchObject({
      type: 'taken-in',
      brought: { open: 1, drafts: 1 },
    })
    expect(await statusOf(two)).toMatchObject({
      now: { open: 1, drafts: 1 },
    })
    expect(await opened(two, file)).toEqual({ type: 'refused', why: { type: 'taken-in-before', at } })
    expect(await takeIn(two)).toMatchObject({ type: 'refused' })
  })

  it('leave an earlier file alone when the new one cannot replace it', async () => {
    const one = filled()
    const inTheWay = join(folder, 'a.cdbackup')
    await mkdir(inTheWay)
    expect(await writeTo(one, inTheWay)).toMatchObject({ type: 'not-written' })
    expect(written()).toEqual(['a.cdbackup'])
  })

  it('replace an earlier one only where the new one was read back', async () => {
    const one = filled()
    const file = join(folder, 'a.cdbackup')
    await writeTo(one, file)
    const read = refuseFiles(fs, 'createReadStream', 'EIO', () => true)
    expect(await writeTo(one, file)).toEqual({ type: 'not-written', why: 'other' })
    read.end()
    expect(written()).toEqual(['a.cdbackup'])
    expect(await opened(computer(), file)).toMatchObject({ type: 'opened', brings: { open: 1, drafts: 1 } })
  })

  it.each([
    ['createReadStream', fs, 0, 1],
    ['open', promises, 1, 2],
  ])(
    'are read back although another program looks at the new one for a moment (%s)',
    async (call, files, writes, reads) => {
      let opened = 0
      refuseFiles(files, call, 'EBUSY', (path) => {
        if (!path.includes('.a.cdbackup.')) return false
        opened += 1
        return opened > writes && opened <= writes + 2
      })
      expect(await writeTo(filled(), join(folder, 'a.cdbackup'))).toMatchObject({ type: 'written' })
      expect(opened).toBe(writes + 2 + reads)
    },
  )

  it('refuse a file of another environment', async () => {
    const file = join(folder, 'a.cdbackup')
    await writeTo(filled(), file)
    expect(await computer('live').backups.chosen.choose(file)).toEqual({
      type: 'refused',
      why: { type: 'other-environment', environment: 'sandbox' },
    })
  })

  it('forget an opened file when it is put away', async () => {
    const file = join(folder, 'a.cdbackup')
    const two = computer()
    await writeTo(filled(), file)
    await opened(two, file)
    two.backups.putAway()
    expect(await takeIn(two)).toEqual({ type: 'refused', why: { type: 'no-file' } })
    expect(valueOf(await two.backups.chosen.open(passphrase))).toEqual({
      type: 'refused',
      why: { type: 'no-file' },
    })
  })

  it('let in all of a file or nothing', async () => {
    const file = join(folder, 'a.cdbackup')
    const two = computer()
    await writeTo(filled(), file)
    await opened(two, file)
    two.database.exec(`CREATE TRIGGER full BEFORE INSERT ON draft BEGIN SELECT RAISE(ABORT, 'made up'); END`)
    await expect(takeIn(two)).rejects.toThrow('made up')
    two.database.exec('DROP TRIGGER full')
    expect(await statusOf(two)).toMatchObject({ now: { open: 0, settled: 0, drafts: 0 } })
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
    one.drafts.save(draft, { officerId: unknown })
    await writeTo(one, file)
    const two = computer()
    await opened(two, file)
    await takeIn(two, (id) => id === known)
    expect(two.outbox.get(ofKnown.id)?.officerId).toBe(known)
    expect(two.outbox.get(ofUnknown.id)?.officerId).toBeNull()
    expect(two.drafts.ownerOf(draft.id)).toBeNull()
  })
})
