import fs, { mkdirSync, readdirSync, rmSync } from 'node:fs'
import promises, { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { BackupOpened, BackupStatus, BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import { at } from '#testing/attachments/attachment-store.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'

let computers: TestComputers
/** The file on the stick. */
let file: string
beforeEach(() => {
  computers = new TestComputers()
  file = computers.stick
})

const statusOf = async ({ backups }: TestComputer): Promise<BackupStatus> => valueOf(await backups.status())
const write = async ({ backups }: TestComputer, under = passphrase): Promise<BackupWritten> =>
  valueOf(await backups.write(file, under))
const opened = async ({ backups }: TestComputer): Promise<BackupOpened> => {
  const chosen = await backups.chosen.choose(file)
  if (chosen.type !== 'chosen') throw new Error(chosen.type)
  return valueOf(await backups.chosen.open(passphrase))
}
const takeIn = async (
  { backups }: TestComputer,
  knowsOfficer: (id: string) => boolean = () => false,
): Promise<BackupTakenIn> => valueOf(await backups.takeIn(knowsOfficer))
const onStick = (): readonly string[] => readdirSync(dirname(file))
const draft = madeUpDraft({
  fields: { ...emptyFields(), policyNumber: 'KKP/2026/LA/000007', incidentDetails: 'Canary Ade Òjó' },
})

function filled(): TestComputer {
  const one = computers.add()
  one.outbox.accept(claimSubmission({ claimantIdentification: 'NIN-CANARY-1' }), at)
  one.drafts.save(draft)
  return one
}

it('keep the number that was shown, also where the outbox is lost', async () => {
  const one = computers.add()
  const { number } = await statusOf(one)
  expect(number).toMatch(/^.{4}-.{4}$/)
  const folder = computers.diskOf(one)
  rmSync(join(folder, 'outbox.sqlite'))
  expect((await statusOf(computers.add(folder))).number).toBe(number)
})

it('write nothing when there is nothing to write', async () => {
  expect(await write(computers.add())).toEqual({ type: 'nothing-to-write' })
  expect(onStick()).toEqual([])
})

it.each(['aaaaaaaaaaaa', 'Yaba Market 2026!'])('write nothing under “%s”', async (weak) => {
  const one = filled()
  expect(await write(one, weak)).toEqual({ type: 'weak-passphrase' })
  expect(onStick()).toEqual([])
  expect(await statusOf(one)).toMatchObject({ now: { open: 1, drafts: 1 } })
})

it('contain no readable personal data', async () => {
  expect(await write(filled())).toMatchObject({ type: 'written', savedAs: file })
  const bytes = await readFile(file)
  for (const canary of ['NIN-CANARY-1', 'Canary', 'KKP/2026', 'Hit a kerb', passphrase, draft.id]) {
    for (const encoding of ['utf8', 'utf16le', 'base64'] as const) {
      const form = encoding === 'base64' ? Buffer.from(canary).toString('base64').slice(0, -4) : canary
      expect(bytes.includes(Buffer.from(form, encoding === 'base64' ? 'utf8' : encoding)), canary).toBe(false)
    }
  }
})

it('are taken in from another computer, after a preview of what they bring', async () => {
  const [one, two] = [filled(), computers.add()]
  await write(one)
  const before = two.database.prepare('SELECT count(*) AS n FROM entry').get()
  expect(await opened(two)).toMatchObject({
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
  expect(await opened(two)).toEqual({ type: 'refused', why: { type: 'taken-in-before', at } })
  expect(await takeIn(two)).toMatchObject({ type: 'refused' })
})

it('leave an earlier file alone when the new one cannot replace it', async () => {
  const one = filled()
  mkdirSync(file)
  expect(await write(one)).toMatchObject({ type: 'not-written' })
  expect(onStick()).toEqual(['a.cdbackup'])
})

it('replace an earlier one only where the new one was read back', async () => {
  const one = filled()
  await write(one)
  const read = refuseFiles(fs, 'createReadStream', 'EIO', () => true)
  expect(await write(one)).toEqual({ type: 'not-written', why: 'other' })
  read.end()
  expect(onStick()).toEqual(['a.cdbackup'])
  expect(await opened(computers.add())).toMatchObject({ type: 'opened', brings: { open: 1, drafts: 1 } })
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
    expect(await write(filled())).toMatchObject({ type: 'written' })
    expect(opened).toBe(writes + 2 + reads)
  },
)

it('refuse a file of another environment', async () => {
  await write(filled())
  expect(await computers.add(undefined, 'live').backups.chosen.choose(file)).toEqual({
    type: 'refused',
    why: { type: 'other-environment', environment: 'sandbox' },
  })
})

it('forget an opened file when it is put away', async () => {
  const two = computers.add()
  await write(filled())
  await opened(two)
  two.backups.putAway()
  expect(await takeIn(two)).toEqual({ type: 'refused', why: { type: 'no-file' } })
  expect(valueOf(await two.backups.chosen.open(passphrase))).toEqual({
    type: 'refused',
    why: { type: 'no-file' },
  })
})

it('keep work with its officer where that officer works here too, and give the rest to the office', async () => {
  const [known, unknown] = [newId(), newId()]
  const one = computers.add()
  const ofKnown = claimSubmission({ policyNumber: 'KKP/1' })
  const ofUnknown = claimSubmission({ policyNumber: 'KKP/2' })
  one.outbox.accept(ofKnown, at, known)
  one.outbox.accept(ofUnknown, at, unknown)
  one.drafts.save(draft, { officerId: unknown })
  await write(one)
  const two = computers.add()
  await opened(two)
  await takeIn(two, (id) => id === known)
  expect(two.outbox.get(ofKnown.id)?.officerId).toBe(known)
  expect(two.outbox.get(ofUnknown.id)?.officerId).toBeNull()
  expect(two.drafts.ownerOf(draft.id)).toBeNull()
})
