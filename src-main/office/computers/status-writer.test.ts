import { expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import type { OfficeTrouble } from '#shared/contract/backup.ts'
import { err, ok } from '#shared/result.ts'
import type { OfficeBucket } from '#main/file-store/office-bucket.ts'
import type { SupportReport } from '#main/office/reports/support/support-report.ts'
import { aReport } from '#testing/support/a-report.ts'
import { StatusWriter } from './status-writer.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Computer {
  readonly clock: VirtualClock
  readonly writer: StatusWriter
  /** The moments at which a status was written. */
  readonly written: string[]
  hasBucket: boolean
  trouble: OfficeTrouble | null
}

function start(hasBucket = true): Computer {
  const clock = new VirtualClock()
  const computer = { clock, written: [] as string[], hasBucket, trouble: null as OfficeTrouble | null }
  const bucket: OfficeBucket = {
    put: (name, content) => {
      expect(name).toBe('claims-desk-7F3K-92QD.json')
      if (computer.trouble !== null) return Promise.resolve(err(computer.trouble))
      const report = JSON.parse(Buffer.from(content as Uint8Array).toString()) as SupportReport
      computer.written.push(report.madeAt.slice(11, 19))
      return Promise.resolve(ok(null))
    },
  }
  const writer = new StatusWriter({
    clock,
    bucket: () => (computer.hasBucket ? bucket : null),
  })
  writer.start(() => Promise.resolve(aReport({ madeAt: clock.now().toISOString() })))
  onTestFinished(() => writer.close())
  return Object.assign(computer, { writer })
}

/** Lets time pass, and what was begun end at each step. */
async function pass(computer: Computer, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += minuteMs) {
    await computer.clock.advance(minuteMs)
    await computer.writer.settled()
  }
}

it('is written a minute after the start, five minutes after changes, and hourly', async () => {
  const computer = start()
  await pass(computer, minuteMs)
  expect(computer.written).toEqual(['09:01:00'])
  computer.writer.changed()
  computer.writer.changed()
  await pass(computer, 2 * hourMs)
  expect(computer.written).toEqual(['09:01:00', '09:06:00', '10:06:00'])
})

it('is written no more often than every five minutes, whatever happens', async () => {
  const computer = start()
  for (let minutes = 0; minutes < 12; minutes += 1) {
    computer.writer.changed()
    await pass(computer, minuteMs)
  }
  expect(computer.written).toEqual(['09:01:00', '09:06:00', '09:11:00'])
})

it('sets no timer without a bucket, and begins once there is one', async () => {
  const computer = start(false)
  await pass(computer, 2 * hourMs)
  expect(computer.written).toEqual([])
  computer.hasBucket = true
  computer.writer.bucketChanged()
  await computer.clock.advance(0)
  await computer.writer.settled()
  expect(computer.written).toHaveLength(1)
})

it('has nothing to report of a bucket that is not used any more', async () => {
  const computer = start()
  computer.trouble = 'store-refuses'
  await pass(computer, minuteMs)
  expect(computer.writer.trouble).toBe('store-refuses')
  computer.hasBucket = false
  computer.writer.bucketChanged()
  expect(computer.writer.trouble).toBeNull()
})

it('reports a bucket that is away once, and that it is back', async () => {
  const computer = start()
  computer.trouble = 'no-connection'
  const troubles: (string | null)[] = []
  computer.writer.troubleChanged.subscribe(() => troubles.push(computer.writer.trouble))
  await pass(computer, 2.5 * hourMs)
  expect(troubles).toEqual(['no-connection'])
  computer.trouble = null
  await pass(computer, 5 * minuteMs)
  expect(troubles).toEqual(['no-connection', null])
  expect(computer.written).toHaveLength(1)
})
