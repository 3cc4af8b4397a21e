import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { newComputerNumber } from '#shared/domain/computer-number.ts'
import { newId } from '#shared/domain/identifier.ts'
import { aPicture, at } from '#testing/attachments/attachment-store.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { elsewhere } from '#main/outbox/engine-memory.ts'
import { nextTurn } from '#main/platform/slices.ts'
import { statementsOf } from '#main/platform/sqlite.ts'
import { publicStore } from '#testing/uploads/upload-harness.ts'
import { textOfContent, type BackupContent, type BackupEntry } from './backup-content.ts'
import { forgedFile, forgeText } from '#testing/backups/forged-backup.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'

/*
 * A backup of many entries is written and taken in over many turns and commits: whatever happens in between, it is whole.
 */
let computers: TestComputers
let one: TestComputer
beforeEach(() => {
  computers = new TestComputers()
  one = computers.add()
})

function received(id = newId()): BackupEntry {
  return {
    id,
    officerId: null,
    acceptedAt: at,
    attempts: 1,
    body: claimSubmission().body,
    state: { name: 'delivered', at, proof: 'list', claimId: null, serverMessage: '' },
    firstAttemptAt: at,
    sends: 1,
    tries: [{ openedAt: at, closedAt: at, outcome: 'delivered', serverMessage: '' }],
    notes: [],
    rows: [],
    candidates: [],
    followUp: null,
  }
}

const upload = {
  ...{ state: 'proved', name: `${'0a'.repeat(16)}.jpg`, store: publicStore, contentType: 'image/jpeg' },
  ...{ link: null, provedAt: at, shared: false },
} as const

/** Hundreds of entries, the last a draft of this computer, and a file of the first that lies in the file store. */
async function forge(draftHere: string): Promise<void> {
  const entries = [...Array.from({ length: 800 }, () => received()), received(draftHere)]
  const { file } = forgedFile(entries[0]?.id ?? '', aPicture(100), {
    ...{ carried: false, field: 'medicalReportUrl', upload },
  })
  const content: BackupContent = {
    ...{ id: newId(), from: newComputerNumber(), entries },
    drafts: [{ officerId: null, draft: madeUpDraft({ id: newId() }) }],
    files: [file],
  }
  await forgeText(computers.stick, await textOfContent(content))
}

const counted = ({ database }: Pick<TestComputer, 'database'>): readonly unknown[] =>
  ['entry', 'attempt', 'draft', 'upload', 'attachment'].map(
    (table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'],
  )

it('an import that fails or is killed after many commits leaves nothing, and takes nothing along', async () => {
  const draft = one.draft()
  await one.kept(draft, aPicture(), 'own.jpg')
  const before = counted(one)
  await forge(draft)
  let killed = ''
  one.database.function('refused', () => {
    killed = computers.diskOf(one)
    throw new Error('made up')
  })
  // Of what is here as a draft nothing is written before the last commit.
  one.database.exec(
    `CREATE TEMP TRIGGER last BEFORE INSERT ON entry WHEN NEW.id = '${draft}' BEGIN SELECT refused(); END`,
  )
  await expect(one.takeIn()).rejects.toThrow('made up')
  const asKilled = new DatabaseSync(join(killed, 'outbox.sqlite'))
  expect(counted({ database: asKilled })).toEqual([800, 800, 2, 1, 2])
  asKilled.close()
  const later = computers.add(killed)
  for (const computer of [one, later]) {
    expect(counted(computer)).toEqual(before)
    expect((await computer.filesOf(draft)).map(({ state }) => state)).toEqual(['kept'])
    expect(computer.sealed()).toHaveLength(1)
  }
  one.database.exec('DROP TRIGGER last')
  expect((await one.takeIn()).brought).toEqual({ open: 0, settled: 801, drafts: 1 })
  expect(counted(computers.restart(one)).slice(0, 3)).toEqual([801, 801, 2])
})

it('a backup has all as it is at its end, although much changes while it is read', async () => {
  const [back, tried, late] = [claimSubmission(), claimSubmission(), claimSubmission()]
  const draft = madeUpDraft({ id: newId() })
  for (const submission of [back, tried]) valueOf(one.outbox.accept(submission, at))
  await forge(newId())
  await one.takeIn()
  const written = one.backups.write(computers.stick, passphrase)
  const isNoted = (): boolean => elsewhere(statementsOf(one.database)).includes(back.id)
  while (!isNoted()) await nextTurn()
  for (let turns = 0; turns < 3; turns += 1) await nextTurn()
  valueOf(one.outbox.apply(back.id, { type: 'withdraw', at, to: 'draft', as: draft.id }))
  one.drafts.save(draft)
  valueOf(one.outbox.openAttempt(tried.id, at))
  valueOf(one.outbox.accept(late, at))
  valueOf(await written)
  const two = computers.add()
  expect((await two.takeIn()).brought).toEqual({ open: 2, settled: 801, drafts: 2 })
  expect([back, tried, late].map(({ id }) => two.outbox.get(id)?.attempts)).toEqual([undefined, 1, 0])
  expect(two.drafts.one(draft.id)).not.toBeNull()
})
