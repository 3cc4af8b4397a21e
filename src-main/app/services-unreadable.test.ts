import fs from 'node:fs'
import promises from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { Office } from '#testing/app/office.ts'
import type { ServicesOptions } from './services-options.ts'

it('a claim that waits and cannot be opened any more is told of', async () => {
  const office = await Office.open()
  await office.handlers['engine:pause']({ paused: true })
  for (const submission of [claimSubmission(), claimSubmission()]) await office.accept(submission)
  await office.stop()
  office.edit("UPDATE entry SET body = x'00' WHERE seq = 1")
  await office.start()
  expect(await office.handlers['outbox:list'](undefined)).toMatchObject({ value: [{ seq: 2 }] })
  expect(await office.handlers['drafts:list'](undefined)).toMatchObject({
    value: { unreadable: [expect.any(String)] },
  })
})

function reopened(given: Partial<ServicesOptions> = {}): Office {
  let nowMs = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return new Office({ ...given, monotonicMs: () => (nowMs += 15_000) })
}
/** The next try may come while one is under way. */
const becomes = async (office: Office, value: object): Promise<void> =>
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(15_000)
    expect(await office.status()).toMatchObject(value)
  })

it('an outbox that another program holds at the start opens by itself once it is let go', async () => {
  const office = reopened()
  await office.start()
  await office.stop()
  const outbox = join(office.folder, 'practice', 'outbox.sqlite')
  const held = refuseFiles(fs, 'accessSync', 'EBUSY', (path) => path === outbox)
  await office.start()
  const stillHeld = { storage: { type: 'unavailable', reason: 'other' } }
  await becomes(office, stillHeld)
  await vi.waitFor(() => expect(held.calls).toBeGreaterThan(1))
  expect(await office.status()).toMatchObject(stillHeld)
  held.end()
  await becomes(office, { storage: { type: 'ready' } })
})

it('settings and officers that the disk refuses at the start are read by themselves, and never set aside', async () => {
  const office = reopened()
  await office.start()
  await office.handlers['settings:change']({ branchName: 'Made-up branch' })
  await office.add('Ada')
  await office.stop()
  const files = ['settings.sealed', 'officers.json'].map((name) => join(office.folder, name))
  const held = refuseFiles(promises, 'readFile', 'EIO', (path) => files.includes(path))
  await office.start()
  await becomes(office, {
    officers: { type: 'unreadable' },
    settings: { branchName: '' },
    settingsLost: null,
  })
  held.end()
  await becomes(office, { officers: { type: 'locked' }, settings: { branchName: 'Made-up branch' } })
})

it('settings that are read late reach the page, where nothing else opens', async () => {
  const told: unknown[] = []
  const office = reopened({
    announce: (channel, news) => {
      if (channel === 'app:status-changed') told.push(news)
    },
  })
  await office.start()
  await office.handlers['settings:change']({ branchName: 'Made-up branch', configured: true })
  await office.stop()
  const settings = join(office.folder, 'settings.sealed')
  const held = refuseFiles(promises, 'readFile', 'EIO', (path) => path === settings)
  await office.start()
  expect(await office.status()).toMatchObject({ settings: { branchName: '' } })
  told.length = 0
  held.end()
  const read: unknown = expect.objectContaining({
    settings: expect.objectContaining({ branchName: 'Made-up branch', configured: true }) as unknown,
  })
  await vi.waitFor(() => {
    vi.advanceTimersByTime(15_000)
    expect(told).toContainEqual(read)
  })
})

it('officers alone that the disk refuses at the start are read by themselves', async () => {
  const office = reopened()
  await office.start()
  await office.add('Ada')
  await office.stop()
  const isRefused = (path: string): boolean => path === join(office.folder, 'officers.json')
  const held = refuseFiles(promises, 'readFile', 'EIO', isRefused)
  await office.start()
  await becomes(office, { officers: { type: 'unreadable' } })
  held.end()
  await becomes(office, { officers: { type: 'locked' } })
})
