import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isPermitted, onSmallDisk, printedOnSmallDisk } from '#testing/app/real-trouble.ts'
import { openStorage } from '#main/outbox/open-outbox.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { installFailingDisk } from '#testing/failing-disk.ts'

const at = new Date('2026-11-20T09:00:00.000Z')

it.each([
  ['becomes full', { trouble: 'disk-full', lasts: true }, 'disk-full'],
  ['fails once', { trouble: 'io', lasts: false }, 'other'],
] as const)(
  'rescues a damaged file completely or not at all, at whichever write the disk %s',
  (_how, how, reason) => {
    const path = join(createTestFolder(), 'outbox.sqlite')
    const first = openStorage(path, at).database
    if (first === null) throw new Error('not opened')
    const outbox = new Outbox(first, plainProtection)
    for (let n = 0; n < 40; n += 1)
      outbox.accept(claimSubmission({ policyNumber: `KKP/${n}` }), at.toISOString())
    first.close()
    const bytes = readFileSync(path)
    // A page of rows: those before it are the tables' and indexes' first ones.
    bytes.fill(0xa5, 4096 * 24, 4096 * 25)

    const rescued = new Set<number>()
    let refused = 0
    for (let atAsk = 1, wasReached = true; wasReached; atAsk += 7) {
      const damaged = join(createTestFolder(), 'outbox.sqlite')
      writeFileSync(damaged, bytes)
      const disk = installFailingDisk({ ...how, atAsk, onlyWrites: true })
      const full = openStorage(damaged, at)
      disk.remove()
      wasReached = disk.failed > 0
      if (wasReached) {
        refused += 1
        expect(full).toEqual({ database: null, status: { type: 'unavailable', reason } })
      }
      full.database?.close()
      const { database, status } = wasReached ? openStorage(damaged, at) : full
      if (status.type !== 'rebuilt') throw new Error(`${status.type} at ${atAsk}`)
      rescued.add(status.rescuedEntries)
      if (database?.isOpen === true) database.close()
    }
    expect(refused).toBeGreaterThan(4)
    expect(rescued.size).toBe(1)
    expect([...rescued][0]).toBeGreaterThan(20)
  },
)

const small = 4 * 1024 * 1024
it.runIf(isPermitted(onSmallDisk(tmpdir(), small, ['true'])))(
  'rescues all of a damaged file once there is room, however little there was before',
  () => {
    const script = new URL('rebuild-on-full-disk.ts', import.meta.url)
    const folder = createTestFolder()
    expect(printedOnSmallDisk(folder, small, script, folder)).toEqual([100])
  },
  60_000,
)
