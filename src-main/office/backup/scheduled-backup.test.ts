import { existsSync, readdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import type { OfficeTrouble } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok } from '#shared/result.ts'
import { aPicture } from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { contentOfText, type BackupContent } from './backup-content.ts'
import { openBackup, readBackup, textOfBackup } from './backup-format.ts'
import type { Backups } from './backups.ts'
import { ScheduledBackups } from './scheduled-backup.ts'
import type { OfficeBucket } from '#main/file-store/office-bucket.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let computers: TestComputers
let clock: VirtualClock
/** Where the bucket has what was put. */
let put: string
const running: ScheduledBackups[] = []

beforeEach(() => {
  computers = new TestComputers()
  // The timers of these tests go by local time.
  clock = new VirtualClock(new Date(2026, 10, 20, 9).toISOString())
  put = createTestFolder()
})
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.close()
    await one.settled()
  }
})

interface Office {
  readonly computer: TestComputer
  readonly scheduled: ScheduledBackups
  environment: Environment
  /** Of the environment that is open; null while none is. */
  backup: Backups | null
  hasBucket: boolean
  trouble: OfficeTrouble | null
  /** What it waits for before it answers. */
  id: Promise<string>
  answer: Promise<null>
}

async function start(
  given: { id?: string; computer?: TestComputer; hasPassphrase?: boolean } = {},
): Promise<Office> {
  const { id = '7F3K-92QD', computer = computers.add(), hasPassphrase = true } = given
  const kept = createBackupPassphrase(secretsIn(computer.folder, createTestStore()))
  if (hasPassphrase) await kept.set(passphrase, 'here')
  const office = {
    ...{ computer, environment: 'sandbox' as Environment, hasBucket: true },
    ...{ id: Promise.resolve(id), answer: Promise.resolve(null) },
    trouble: null as OfficeTrouble | null,
    backup: computer.backups as Backups | null,
  }
  const bucket: OfficeBucket = {
    put: async (name, content) => {
      await office.answer
      if (office.trouble !== null) return err(office.trouble)
      if (content instanceof Uint8Array) throw new Error('A backup is a file.')
      await copyFile(content.file, join(put, name))
      return ok(null)
    },
  }
  const scheduled = new ScheduledBackups({
    clock,
    dataFolder: computer.folder,
    bucket: () => (office.hasBucket ? bucket : null),
    open: () => {
      const { environment, backup } = office
      return backup === null ? null : { environment, backup }
    },
    passphrase: kept,
    id: () => office.id,
  })
  running.push(scheduled)
  return Object.assign(office, { scheduled })
}

/** Lets time pass in steps, and each time the disk do its work. */
async function pass({ scheduled }: Office, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += hourMs) {
    await clock.advance(Math.min(hourMs, ms - passed))
    await scheduled.settled()
  }
}

const accept = ({ computer }: Office): string => {
  const claim = claimSubmission()
  valueOf(computer.outbox.accept(claim, clock.now().toISOString()))
  return claim.id
}
async function startWithClaim(given: Parameters<typeof start>[0] = {}): Promise<Office> {
  const office = await start(given)
  accept(office)
  return office
}
const names = (): readonly string[] => readdirSync(put).toSorted()

async function contentOf(file: string): Promise<BackupContent> {
  const sealed = valueOf(await readBackup(file))
  const section = valueOf(await openBackup(sealed, passphrase))
  return valueOf(await contentOfText(textOfBackup(sealed, section)))
}

describe('a scheduled backup', () => {
  it('is written soon after the start, and then each day at three', async () => {
    const office = await startWithClaim()
    await pass(office, 5 * 60_000)
    expect(names()).toEqual(['claims-desk-7F3K-92QD-sandbox-0001-2026-11-20.cdbackup'])
    await pass(office, 5 * hourMs)
    expect(names()).toHaveLength(1)
    await pass(office, hourMs)
    expect(names()).toHaveLength(2)
    await pass(office, 2 * dayMs)
    expect(names()).toHaveLength(4)
    expect(await office.scheduled.status()).toMatchObject({ trouble: null, isOverdue: false, lacking: 0 })
    expect(existsSync(join(office.computer.folder, 'sandbox', 'scheduled-backup'))).toBe(false)
  })

  it('that was missed while the computer was off is written at the next start, once', async () => {
    const office = await startWithClaim()
    await pass(office, 5 * 60_000)
    office.scheduled.close()
    await clock.advance(3 * dayMs)
    const later = await start({ computer: office.computer })
    await pass(later, 5 * 60_000)
    await pass(later, hourMs)
    expect(names()).toHaveLength(2)
  })

  it('is what a hand-made one is, with its files', async () => {
    const office = await start()
    const claimId = accept(office)
    const picture = aPicture(300)
    await office.computer.kept(claimId, picture)
    await office.computer.write()
    expect(await office.scheduled.writeNow()).toBeNull()
    const [name = ''] = names()
    const byHand = await contentOf(computers.stick)
    const scheduled = await contentOf(join(put, name))
    expect({ ...scheduled, id: null }).toEqual({ ...byHand, id: null })
    expect(scheduled.files).toHaveLength(1)
  })

  it('of two computers keeps apart', async () => {
    const [one, two] = [await start(), await start({ id: 'ffffffffff' })]
    accept(one)
    accept(two)
    expect([await one.scheduled.writeNow(), await two.scheduled.writeNow()]).toEqual([null, null])
    expect(names()).toEqual([
      'claims-desk-7F3K-92QD-sandbox-0001-2026-11-20.cdbackup',
      'claims-desk-ffffffffff-sandbox-0001-2026-11-20.cdbackup',
    ])
  })

  it('replaces none of those before it, whatever the clock says', async () => {
    const office = await startWithClaim()
    expect(await office.scheduled.writeNow()).toBeNull()
    expect(await office.scheduled.writeNow()).toBeNull()
    await pass(office, 2 * dayMs)
    for (const days of [-2, 9000 * 365]) {
      clock.jump(days * dayMs)
      expect(await office.scheduled.writeNow()).toBeNull()
    }
    const numbers = names().map((name) => /-sandbox-(\d+)-/.exec(name)?.[1])
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
    expect(numbers.length).toBeGreaterThanOrEqual(5)
  })

  it('goes on where the clock was set back', async () => {
    const office = await startWithClaim()
    await pass(office, 5 * dayMs)
    const before = names().length
    clock.jump(-4 * dayMs)
    await pass(office, 6 * hourMs)
    const [, ...others] = names().filter((name) => name.endsWith('2026-11-21.cdbackup'))
    expect(others).toHaveLength(1)
    expect(names()).toHaveLength(before + 1)
  })

  it.each<[string, (office: Office) => void]>([
    ['practice', (office) => (office.environment = 'practice')],
    ['a computer without a bucket', (office) => (office.hasBucket = false)],
  ])('is not written of %s', async (_what, change) => {
    const office = await startWithClaim()
    change(office)
    expect(await office.scheduled.writeNow()).toBeNull()
    expect(names()).toEqual([])
    expect(await office.scheduled.status()).toMatchObject({ lastAt: null, trouble: null })
  })

  it('is not written of an outbox that was closed meanwhile', async () => {
    const office = await startWithClaim()
    const id = Promise.withResolvers<string>()
    office.id = id.promise
    const writing = office.scheduled.writeNow()
    await clock.settle()
    office.backup = null
    await office.computer.backups.close()
    computers.restart(office.computer)
    id.resolve('7F3K-92QD')
    expect(await writing).toBeNull()
    expect(names()).toEqual([])
  })

  it('of an environment that was opened while another one’s was written is written soon after', async () => {
    const [office, live] = [await start(), computers.add()]
    accept(office)
    valueOf(live.outbox.accept(claimSubmission(), clock.now().toISOString()))
    const answer = Promise.withResolvers<null>()
    office.answer = answer.promise
    await clock.advance(5 * 60_000)
    Object.assign(office, { environment: 'live', backup: live.backups })
    office.scheduled.lookSoon()
    answer.resolve(null)
    await office.scheduled.settled()
    await clock.advance(60_000)
    await office.scheduled.settled()
    expect(names()).toContain('claims-desk-7F3K-92QD-live-0001-2026-11-20.cdbackup')
  })

  it('is not put off by a network that changes again and again', async () => {
    const office = await startWithClaim()
    for (let changes = 0; changes < 12; changes += 1) {
      office.scheduled.lookSoon()
      await clock.advance(30_000)
      await office.scheduled.settled()
    }
    expect(names()).toHaveLength(1)
  })
})

describe('a scheduled backup that fails', () => {
  it('is tried again, is an alarm after three days, and none once one was written', async () => {
    const office = await startWithClaim()
    office.trouble = 'no-connection'
    await pass(office, hourMs)
    expect(await office.scheduled.status()).toMatchObject({ trouble: 'no-connection', isOverdue: false })
    clock.jump(3 * dayMs)
    await pass(office, hourMs)
    expect(await office.scheduled.status()).toMatchObject({ trouble: 'no-connection', isOverdue: true })
    office.trouble = null
    await pass(office, hourMs)
    expect(names()).toHaveLength(1)
    expect(await office.scheduled.status()).toMatchObject({ trouble: null, isOverdue: false })
  })

  it('for want of a passphrase says so, and writes nothing', async () => {
    const office = await startWithClaim({ hasPassphrase: false })
    expect(await office.scheduled.writeNow()).toBe('no-passphrase')
    expect(names()).toEqual([])
  })
})
