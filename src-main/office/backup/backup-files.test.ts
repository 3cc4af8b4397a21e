import { existsSync, rmSync } from 'node:fs'
import { open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { installFailingDisk } from '#testing/failing-disk.ts'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { aPicture, at } from '#testing/attachments/attachment-store.ts'
import { carriedLength } from './file-section.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'

let computers: TestComputers
beforeEach(() => {
  computers = new TestComputers()
})

/** A claim that waits, with a picture in a slot and another file; and a draft with one. */
async function filled(one: TestComputer): Promise<{
  readonly claim: string
  readonly draft: string
  readonly picture: Buffer
  readonly report: Buffer
  readonly other: Buffer
}> {
  const submission = claimSubmission({ policyNumber: 'KKP/2026/LA/000002' })
  const [picture, report, other] = [aPicture(600_000), aPicture(7_000), aPicture(300_000)]
  valueOf(one.outbox.accept(submission, at))
  const { id } = await one.kept(submission.id, picture, 'front.jpg')
  one.store.change(id, { field: 'incidentPictureUrl' })
  await one.kept(submission.id, report, 'report.jpg')
  const draft = one.draft()
  await one.kept(draft, other, 'draft.jpg')
  return { claim: submission.id, draft, picture, report, other }
}

/** A computer with a file of another one, which it opened. */
async function opened(): Promise<TestComputer> {
  const [one, two] = [computers.add(), computers.add()]
  await filled(one)
  await one.write()
  await two.backups.chosen.choose(computers.stick)
  await two.backups.chosen.open(passphrase)
  return two
}

it('come to another computer with their slots, under other keys, byte for byte', async () => {
  const [one, two] = [computers.add(), computers.add()]
  const { claim, draft, picture, report, other } = await filled(one)
  const written = await one.write()
  expect(written.files).toEqual({ files: 3, bytes: 907_000, lacking: 0 })
  expect(await two.takeIn()).toMatchObject({ files: { files: 3, bytes: 907_000, lacking: 0 } })
  expect(two.sealed()).toHaveLength(3)
  const files = await two.filesOf(claim)
  expect(files.map(({ number, name, field, state }) => [number, name, field, state])).toEqual([
    [1, 'front.jpg', 'incidentPictureUrl', 'kept'],
    [2, 'report.jpg', null, 'kept'],
  ])
  expect(await two.bytesOf(claim, files[0]?.id)).toEqual(picture)
  expect(await two.bytesOf(claim, files[1]?.id)).toEqual(report)
  const [drafted] = await two.filesOf(draft)
  expect(await two.bytesOf(draft, drafted?.id)).toEqual(other)
  const plain = await readFile(computers.stick)
  expect(plain.includes(picture.subarray(1000, 1040))).toBe(false)
  expect(plain.includes('front.jpg')).toBe(false)
})

it('beyond the bound are not in a scheduled backup, and are missing where that is imported', async () => {
  const one = computers.add()
  const claim = one.draft('KKP/2026/LA/000003')
  const names = Array.from('abcdefg', (letter) => `${letter}.jpg`)
  for (const name of names) await one.kept(claim, aPicture(7_500_000), name)
  expect(valueOf(await one.backups.status()).files).toEqual({ files: 7, bytes: 52_500_000 })
  const none = { files: 0, bytes: 0, lacking: 7 }
  const scheduled = await one.backups.write(computers.stick, passphrase, { isScheduled: true })
  expect(valueOf(scheduled)).toMatchObject({ files: none })
  const two = computers.add()
  expect((await two.takeIn()).files).toEqual(none)
  expect((await two.filesOf(claim)).map(({ name, state }) => [name, state])).toEqual(
    names.map((name) => [name, 'missing']),
  )
  expect((await one.write()).files).toEqual({ files: 7, bytes: 52_500_000, lacking: 0 })
})

it('that are damaged here are left out', async () => {
  const one = computers.add()
  const { claim } = await filled(one)
  const [front, report] = await one.filesOf(claim)
  rmSync(join(one.folder, 'attachments', report?.id ?? ''))
  await flip(join(one.folder, 'attachments', front?.id ?? ''), 400_000)
  const lacking = 2
  expect((await one.write()).files).toEqual({ files: 1, bytes: 300_000, lacking })
  expect((await computers.add().takeIn()).files).toEqual({ files: 1, bytes: 300_000, lacking })
})

it('cost each other nothing when one is damaged in the backup', async () => {
  const one = computers.add()
  const { claim, draft } = await filled(one)
  await one.write()
  await flip(computers.stick, (await readFile(computers.stick)).length - 304_000)
  const two = computers.add()
  const lacking = 1
  expect((await two.takeIn()).files).toEqual({ files: 2, bytes: 900_000, lacking })
  expect((await two.filesOf(claim)).map(({ state }) => state)).toEqual(['kept', 'missing'])
  expect((await two.filesOf(draft)).map(({ state }) => state)).toEqual(['kept'])
})

it('do not open where chunks or whole files are swapped, and a cut end is refused', async () => {
  const one = computers.add()
  const claim = one.draft()
  for (const name of ['a.jpg', 'b.jpg']) await one.kept(claim, aPicture(3 * attachmentLimits.part), name)
  await one.write()
  const bytes = await readFile(computers.stick)
  const length = carriedLength(3 * attachmentLimits.part)
  const [a, b] = [bytes.subarray(-2 * length, -length), bytes.subarray(-length)]
  const start = bytes.subarray(0, -2 * length)
  const chunk = attachmentLimits.part + 16
  const swappedChunks = Buffer.concat([
    a.subarray(chunk, 2 * chunk),
    a.subarray(0, chunk),
    a.subarray(2 * chunk),
  ])
  for (const [section, lost] of [
    [[b, a], 2],
    [[swappedChunks, b], 1],
    [[a, a], 1],
  ] as const) {
    await writeFile(computers.stick, Buffer.concat([start, ...section]))
    const two = computers.add()
    expect((await two.takeIn()).files.files).toBe(2 - lost)
    expect(two.sealed()).toHaveLength(2 - lost)
  }
  await writeFile(computers.stick, bytes)
  await truncate(computers.stick, bytes.length - 1)
  expect(await computers.add().backups.chosen.choose(computers.stick)).toEqual({
    type: 'refused',
    why: { type: 'cut-off' },
  })
  await writeFile(computers.stick, Buffer.concat([bytes, Buffer.of(0)]))
  expect(await computers.add().backups.chosen.choose(computers.stick)).toEqual({
    type: 'refused',
    why: { type: 'damaged' },
  })
})

it('leave nothing when the stick is taken out while they are copied', async () => {
  const two = await opened()
  await truncate(computers.stick, (await readFile(computers.stick)).length - 10)
  expect(valueOf(await two.backups.takeIn(() => false))).toEqual({
    type: 'refused',
    why: { type: 'unreadable-file' },
  })
  expect(two.sealed()).toEqual([])
  expect(valueOf(await two.backups.status()).now).toEqual({ open: 0, settled: 0, drafts: 0 })
})

it('leave nothing, and may come again, where the application was locked in the middle', async () => {
  const two = await opened()
  const taking = two.backups.takeIn(() => false)
  two.backups.putAway()
  expect(valueOf(await taking)).toEqual({ type: 'refused', why: { type: 'no-file' } })
  expect(two.sealed()).toEqual([])
  expect(await two.takeIn()).toMatchObject({ files: { files: 3, lacking: 0 } })
})

it('leave nothing, and may come again, where the disk was full', async () => {
  const two = await opened()
  const disk = installFailingDisk({ trouble: 'disk-full', atAsk: 1, lasts: true, onlyWrites: true })
  onTestFinished(() => disk.remove())
  expect(await two.backups.takeIn(() => false)).toEqual({ ok: false, error: { type: 'disk-full' } })
  disk.repair()
  expect(two.sealed()).toEqual([])
  expect(await two.takeIn()).toMatchObject({ files: { files: 3, lacking: 0 } })
})

it('are written to their end before the outbox file is closed', async () => {
  const one = computers.add()
  await filled(one)
  const written = one.write()
  await one.backups.close()
  expect(existsSync(computers.stick)).toBe(true)
  await written
})

it('are all there with their claims, or none of it is, wherever an import is killed', async () => {
  const [one, two] = [computers.add(), computers.add()]
  const { claim, draft } = await filled(one)
  await one.write()
  // What a kill would leave on the disk at each of its writes.
  const kills: string[] = []
  two.database.function('killed', () => {
    kills.push(computers.diskOf(two))
    return null
  })
  for (const table of ['entry', 'draft', 'attachment', 'engine_memory'])
    for (const when of ['BEFORE', 'AFTER'])
      two.database.exec(
        `CREATE TEMP TRIGGER ${when}_${table} ${when} INSERT ON ${table} BEGIN SELECT killed(); END`,
      )
  const wholeOf = async (folder: string): Promise<readonly unknown[]> => {
    const three = computers.add(folder)
    const { now } = valueOf(await three.backups.status())
    const files = [...(await three.filesOf(claim)), ...(await three.filesOf(draft))]
    return [now.open + now.drafts, files.map(({ state }) => state), three.sealed().length]
  }
  await two.takeIn()
  kills.push(computers.diskOf(two))
  expect(kills.length).toBeGreaterThan(8)
  const seen = await Promise.all(kills.map(wholeOf))
  expect(seen.slice(0, -1)).toEqual(seen.slice(1).map(() => [0, [], 0]))
  expect(seen.at(-1)).toEqual([2, ['kept', 'kept', 'kept'], 3])
})

async function flip(path: string, where: number): Promise<void> {
  const handle = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, where)
  byte.writeUInt8(byte.readUInt8(0) ^ 1)
  await handle.write(byte, 0, 1, where)
  await handle.close()
}
