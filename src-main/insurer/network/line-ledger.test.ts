import { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { LineLedger } from './line-ledger.ts'

class Line extends EventEmitter {
  bytesRead = 0
  bytesWritten = 0

  pass(sent: number, received: number): void {
    this.bytesWritten += sent
    this.bytesRead += received
  }
}

const nothing = { sent: 0, received: 0 }
let folder: string
let clock: VirtualClock

beforeEach(() => {
  folder = createTestFolder()
  // Noon, so that the day is the same in every time zone of the tests.
  clock = new VirtualClock('2026-11-20T12:00:00.000Z')
})
const open = (): Promise<LineLedger> => LineLedger.open(folder, clock)
function follow(ledger: LineLedger, purpose: Parameters<LineLedger['follow']>[1]): Line {
  const line = new Line()
  ledger.follow(line, purpose)
  return line
}

it('counts what passes by purpose, while a connection is open and once it is closed', async () => {
  const ledger = await open()
  expect(ledger.use()).toMatchObject({ today: { claims: nothing }, since: null })
  const [claim, list] = [follow(ledger, 'claims'), follow(ledger, 'lists')]
  claim.pass(2_000, 500)
  list.pass(300, 40_000)
  expect(ledger.use().today).toMatchObject({
    claims: { sent: 2_000, received: 500 },
    lists: { sent: 300, received: 40_000 },
    looks: nothing,
  })
  claim.pass(0, 100)
  claim.emit('close')
  expect(ledger.use().today.claims).toEqual({ sent: 2_000, received: 600 })
  // A closed socket that is asked again counts no more.
  claim.pass(1, 1)
  expect(ledger.use().today.claims).toEqual({ sent: 2_000, received: 600 })
})

it('keeps the days apart, and adds up the month', async () => {
  const ledger = await open()
  const line = follow(ledger, 'pharmacies')
  line.pass(10, 1_000)
  ledger.use()
  clock.jump(86_400_000)
  line.pass(1, 100)
  expect(ledger.use().today.pharmacies).toEqual({ sent: 1, received: 100 })
  expect(ledger.use().month.pharmacies).toEqual({ sent: 11, received: 1_100 })
  clock.jump(15 * 86_400_000)
  expect(ledger.use().month.pharmacies).toEqual(nothing)
  expect(ledger.use().since).toBe('2026-11-20')
})

it('is kept across restarts, by the minute and when it closes', async () => {
  const killed = await open()
  const line = follow(killed, 'looks')
  line.pass(700, 3_000)
  await clock.advance(60_000)
  await expect.poll(() => readFileSync(join(folder, 'line-use.json'), 'utf8')).toContain('3000')
  const ended = await open()
  follow(ended, 'looks').pass(1, 2)
  await ended.close()
  expect((await open()).use().month.looks).toEqual({ sent: 701, received: 3_002 })
})

it.each([
  '',
  '{',
  '{"day":"today"}',
  '{"since":"2026-11-20","day":"2026-11-20","today":{"looks":{"sent":-1}}}',
])('begins anew where the file holds %s', async (text) => {
  writeFileSync(join(folder, 'line-use.json'), text)
  expect((await open()).use().since).toBeNull()
})

it('keeps the day it began', async () => {
  const ledger = await open()
  const line = follow(ledger, 'checks')
  line.pass(1, 1)
  ledger.use()
  clock.jump(120 * 86_400_000)
  line.pass(2, 2)
  await ledger.close()
  const { since, today, month } = (await open()).use()
  expect(since).toBe('2026-11-20')
  expect([today.checks, month.checks]).toEqual([
    { sent: 2, received: 2 },
    { sent: 2, received: 2 },
  ])
})
