import fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { refuseFiles } from '#main/platform/testing/refused-files.ts'
import { ReopenedServices } from './testing/reopened-services.ts'

it('a claim that waits and cannot be opened any more is told of', async () => {
  const office = new ReopenedServices()
  await office.start()
  await office.handlers['engine:pause']({ paused: true })
  for (const submission of [claimSubmission(), claimSubmission()])
    expect(await office.handlers['outbox:accept'](submission)).toMatchObject({ ok: true })
  await office.stop()
  {
    using database = new DatabaseSync(join(office.folder, 'practice', 'outbox.sqlite'))
    database.exec("UPDATE entry SET body = x'00' WHERE seq = 1")
  }
  await office.start()
  expect(await office.handlers['outbox:list'](undefined)).toMatchObject({ value: [{ seq: 2 }] })
  expect(await office.handlers['drafts:list'](undefined)).toMatchObject({
    value: { unreadable: [expect.any(String)] },
  })
})

it('an outbox that another program holds at the start opens by itself once it is let go', async () => {
  let nowMs = 0
  const office = new ReopenedServices({ monotonicMs: () => nowMs })
  await office.start()
  await office.stop()
  const wait = (): void => {
    nowMs += 15_000
    vi.advanceTimersByTime(15_000)
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const outbox = join(office.folder, 'practice', 'outbox.sqlite')
  const held = refuseFiles(fs, 'accessSync', 'EBUSY', (path) => path === outbox)
  await office.start()
  const storage = async (): Promise<unknown> => await office.handlers['app:status'](undefined)
  const stillHeld = { value: { storage: { type: 'unavailable', reason: 'other' } } }
  expect(await storage()).toMatchObject(stillHeld)
  wait()
  await vi.waitFor(() => expect(held.calls).toBeGreaterThan(1))
  expect(await storage()).toMatchObject(stillHeld)
  held.end()
  wait()
  await vi.waitFor(async () =>
    expect(await storage()).toMatchObject({ value: { storage: { type: 'ready' } } }),
  )
})
