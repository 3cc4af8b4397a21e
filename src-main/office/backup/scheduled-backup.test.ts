import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import type { Environment } from '#shared/domain/product.ts'
import { aPicture } from '#testing/attachments/attachment-store.ts'
import { folderPlace } from '#main/file-store/office-place.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { OfficeFolders } from '#main/platform/office-folders.ts'
import { contentOfText, type BackupContent } from './backup-content.ts'
import { openBackup, readBackup, textOfBackup } from './backup-format.ts'
import type { Backups } from './backups.ts'
import { ScheduledBackups } from './scheduled-backup.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let computers: TestComputers
let clock: VirtualClock
let clockOfDisk: VirtualClock
let share: string
const running: ScheduledBackups[] = []

beforeEach(() => {
  computers = new TestComputers()
  // The timers of these tests go by local time.
  clock = new VirtualClock(new Date(2026, 10, 20, 9).toISOString())
  clockOfDisk = new VirtualClock()
  share = createTestFolder()
})
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.close()
    await one.settled()
  }
  computers.close()
})

interface Office {
  readonly computer: TestComputer
  readonly scheduled: ScheduledBackups
  readonly folders: OfficeFolders
  environment: Environment
  /** Of the environment that is open; null while none is. */
  backup: Backups | null
  folder: string
  /** What it shows in place of its names: none as a bucket, earlier ones as some shares do; null for its names. */
  shows: readonly string[] | null
}

async function start(
  given: { id?: string; computer?: TestComputer; hasPassphrase?: boolean } = {},
): Promise<Office> {
  const { id = '7F3K-92QD', computer = computers.add(), hasPassphrase = true } = given
  const kept = createBackupPassphrase(secretsIn(computer.folder, createTestStore()))
  if (hasPassphrase) await kept.set(passphrase, 'here')
  // The disk takes its own time: none of it passes on the clock of the test.
  const folders = new OfficeFolders({ after: (ms, callBack) => clockOfDisk.after(ms, callBack) })
  const office = {
    ...{ computer, folders, environment: 'sandbox' as Environment, folder: share },
    shows: null as readonly string[] | null,
    backup: computer.backups as Backups | null,
  }
  const scheduled = new ScheduledBackups({
    clock,
    dataFolder: computer.folder,
    place: () => {
      if (office.folder === '') return null
      const place = folderPlace(folders, office.folder)
      const { shows } = office
      return shows === null ? place : { ...place, names: () => Promise.resolve({ ok: true, value: shows }) }
    },
    open: () => {
      const { environment, backup } = office
      return backup === null ? null : { environment, backup }
    },
    passphrase: kept,
    id: () => Promise.resolve(id),
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
const names = (): readonly string[] => readdirSync(share).toSorted()
const byNumber = (given: readonly string[]): readonly string[] =>
  given.toSorted((a, b) => Number(/sandbox-(\d+)/.exec(a)?.[1]) - Number(/sandbox-(\d+)/.exec(b)?.[1]))

async function contentOf(file: string): Promise<BackupContent> {
  const sealed = valueOf(await readBackup(file))
  const section = valueOf(await openBackup(sealed, passphrase))
  return valueOf(await contentOfText(textOfBackup(sealed, section)))
}

describe('a scheduled backup', () => {
  it('is written soon after the start, and then each day at three', async () => {
    const office = await start()
    accept(office)
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
    const office = await start()
    accept(office)
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
    const scheduled = await contentOf(join(share, name))
    expect({ ...scheduled, id: null }).toEqual({ ...byHand, id: null })
    expect(scheduled.files).toHaveLength(1)
  })

  it('keeps the newest fourteen of its own, and touches no other file', async () => {
    const other = 'claims-desk-ffffffffff-sandbox-0001-2020-01-01.cdbackup'
    const live = 'claims-desk-7F3K-92QD-live-0001-2020-01-01.cdbackup'
    const copied = 'claims-desk-7F3K-92QD-sandbox-0001-2020-01-01 copy.cdbackup'
    for (const name of [other, live, copied, 'photo.jpg']) writeFileSync(join(share, name), '')
    const office = await start()
    accept(office)
    await pass(office, 17 * dayMs)
    const found = names()
    expect(found).toEqual(expect.arrayContaining([other, live, copied, 'photo.jpg']))
    const own = found.filter((name) => /-sandbox-\d{4}-2026-\d\d-\d\d\.cdbackup$/.test(name))
    expect(own).toHaveLength(14)
    expect(own.at(-1)).toContain('-0018-')
  })

  const planted = (number: number | string, day = '2030-01-01'): string =>
    `claims-desk-7F3K-92QD-sandbox-${String(number).padStart(4, '0')}-${day}.cdbackup`
  const thirteen = Array.from({ length: 13 }, (_, index) => index)
  it.each<[string, readonly string[]]>([
    ['high numbers', thirteen.map((index) => planted(999_999_987 + index))],
    ['numbers up to ten digits', thirteen.map((index) => planted(999_999_999 + index))],
    ['the next numbers', thirteen.map((index) => planted(15 + index))],
    ['the next numbers of tomorrow', thirteen.map((index) => planted(15 + index, '2026-12-04'))],
    ['numbers of its own', thirteen.map((index) => planted(1 + index))],
    ['no number', ['NaN', '-001', '1e99', 'ffff'].map((number) => planted(number))],
  ])('keeps its fourteen whatever is planted beside them: %s', async (_what, foreign) => {
    const office = await start()
    accept(office)
    await pass(office, 13 * dayMs)
    const genuine = names()
    expect(genuine).toHaveLength(14)
    for (const name of foreign) writeFileSync(join(share, name), '')
    await pass(office, 4 * dayMs)
    const found = names().filter((name) => !foreign.includes(name))
    expect(found).toEqual(expect.arrayContaining(genuine.slice(4)))
    expect(found).toHaveLength(14)
    // What others put there is theirs to remove.
    expect(names()).toHaveLength(14 + foreign.length)
  })

  it('keeps its fourteen where a clock goes back, and then thousands of years ahead', async () => {
    const office = await start()
    accept(office)
    await pass(office, 13 * dayMs)
    for (const years of [-6, 12, 9000, 1]) {
      const genuine = names()
      clock.jump(years * 365 * dayMs)
      expect(await office.scheduled.writeNow()).toBeNull()
      expect(names().filter((name) => genuine.includes(name))).toEqual(byNumber(genuine).slice(1).toSorted())
    }
  })

  it.each<[string, (earlier: readonly string[]) => readonly string[]]>([
    ['nothing', () => []],
    ['what was there a week ago', (earlier) => earlier.slice(0, 7)],
    ['what was removed since', (earlier) => [planted('0000', '2026-11-19'), ...earlier]],
  ])('keeps its fourteen in a share that shows %s', async (_what, shown) => {
    const office = await start()
    accept(office)
    await pass(office, 13 * dayMs)
    const genuine = names()
    office.shows = shown(genuine)
    await pass(office, 3 * dayMs)
    expect(names()).toHaveLength(14)
    expect(names()).toEqual(expect.arrayContaining(genuine.slice(3)))
  })

  it('of a computer and of a copy of its disk replaces none of the other’s', async () => {
    const [one, copy] = [await start(), await start()]
    for (const office of [one, copy]) {
      accept(office)
      expect(await office.scheduled.writeNow()).toBeNull()
    }
    expect(names()).toHaveLength(2)
  })

  it('of two computers in one folder keeps apart', async () => {
    const [one, two] = [await start(), await start({ id: 'ffffffffff' })]
    accept(one)
    accept(two)
    expect([await one.scheduled.writeNow(), await two.scheduled.writeNow()]).toEqual([null, null])
    expect(names()).toEqual([
      'claims-desk-7F3K-92QD-sandbox-0001-2026-11-20.cdbackup',
      'claims-desk-ffffffffff-sandbox-0001-2026-11-20.cdbackup',
    ])
  })

  it('into a place that shows no names replaces none of them', async () => {
    const office = await start()
    accept(office)
    office.shows = []
    expect(await office.scheduled.writeNow()).toBeNull()
    expect(await office.scheduled.writeNow()).toBeNull()
    await pass(office, 2 * dayMs)
    clock.jump(-2 * dayMs)
    expect(await office.scheduled.writeNow()).toBeNull()
    const numbers = names().map((name) => /-sandbox-(\d+)-/.exec(name)?.[1])
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
    expect(numbers.length).toBeGreaterThanOrEqual(5)
  })

  it('goes on where the clock was set back, and removes by their order alone', async () => {
    const office = await start()
    accept(office)
    await pass(office, 20 * dayMs)
    const before = names().length
    clock.jump(-19 * dayMs)
    await pass(office, 6 * hourMs)
    const after = names()
    expect(after).toHaveLength(before)
    expect(after.some((name) => name.endsWith('2026-11-21.cdbackup'))).toBe(true)
  })

  it.each<[string, (office: Office) => void]>([
    ['practice', (office) => (office.environment = 'practice')],
    ['a computer without a folder', (office) => (office.folder = '')],
  ])('is not written of %s', async (_what, change) => {
    const office = await start()
    accept(office)
    change(office)
    expect(await office.scheduled.writeNow()).toBeNull()
    expect(names()).toEqual([])
    expect(await office.scheduled.status()).toMatchObject({ lastAt: null, trouble: null })
  })

  it('is not written of an outbox that was closed while the folder answered', async () => {
    const office = await start()
    accept(office)
    const answer = Promise.withResolvers<null>()
    void office.folders.run((step) => step(() => answer.promise))
    const writing = office.scheduled.writeNow()
    await clock.settle()
    office.backup = null
    await office.computer.backups.close()
    computers.restart(office.computer)
    answer.resolve(null)
    expect(await writing).toBeNull()
    expect(names()).toEqual([])
  })

  it('of an environment that was opened while another one’s was written is written soon after', async () => {
    const [office, live] = [await start(), computers.add()]
    accept(office)
    valueOf(live.outbox.accept(claimSubmission(), clock.now().toISOString()))
    const answer = Promise.withResolvers<null>()
    void office.folders.run((step) => step(() => answer.promise))
    await clock.advance(5 * 60_000)
    Object.assign(office, { environment: 'live', backup: live.backups })
    office.scheduled.lookSoon()
    answer.resolve(null)
    await office.scheduled.settled()
    await clock.advance(60_000)
    await office.scheduled.settled()
    expect(names()).toEqual(['claims-desk-7F3K-92QD-live-0001-2026-11-20.cdbackup'])
  })

  it('is not put off by a network that changes again and again', async () => {
    const office = await start()
    accept(office)
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
    const office = await start()
    accept(office)
    rmSync(share, { recursive: true })
    await pass(office, hourMs)
    expect(await office.scheduled.status()).toMatchObject({ trouble: 'missing', isOverdue: false })
    await pass(office, 3 * dayMs)
    expect(await office.scheduled.status()).toMatchObject({ trouble: 'missing', isOverdue: true })
    mkdirSync(share)
    await pass(office, hourMs)
    expect(names()).toHaveLength(1)
    expect(await office.scheduled.status()).toMatchObject({ trouble: null, isOverdue: false })
  })

  it('for want of a passphrase says so, and writes nothing', async () => {
    const office = await start({ hasPassphrase: false })
    accept(office)
    expect(await office.scheduled.writeNow()).toBe('no-passphrase')
    expect(names()).toEqual([])
  })

  it('because the share hangs makes nothing more in vain until it comes back', async () => {
    const office = await start()
    accept(office)
    const hanging = Promise.withResolvers<null>()
    const held = office.folders.run((step) => step(() => hanging.promise))
    await clockOfDisk.advance(60_000)
    expect(await held).toMatchObject({ ok: false })
    expect(await office.scheduled.writeNow()).toBe('hangs')
    hanging.resolve(null)
    await clock.settle()
    expect(await office.scheduled.writeNow()).toBeNull()
    expect(names()).toHaveLength(1)
  })
})
