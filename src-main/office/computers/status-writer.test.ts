import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import type { SupportReport } from '#main/office/reports/support/support-report.ts'
import { folderPlace } from '#main/file-store/office-place.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { OfficeFolders } from '#main/platform/office-folders.ts'
import { aReport } from '#testing/support/a-report.ts'
import { StatusWriter } from './status-writer.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Computer {
  readonly clock: VirtualClock
  readonly writer: StatusWriter
  readonly folder: string
  /** The moments at which a file was written. */
  readonly written: () => string[]
  folderNow: string
}

function start(changes: { folder?: string } = {}): Computer {
  const clock = new VirtualClock()
  const folder = createTestFolder()
  const computer = { folderNow: changes.folder ?? folder }
  const seen: string[] = []
  // The disk takes its own time: none of it passes on the clock of the test.
  const folders = new OfficeFolders({ after: () => () => undefined })
  const writer = new StatusWriter({
    clock,
    place: () => (computer.folderNow === '' ? null : folderPlace(folders, computer.folderNow)),
  })
  writer.start(() => Promise.resolve(aReport({ madeAt: clock.now().toISOString() })))
  onTestFinished(() => writer.close())
  const file = join(folder, 'claims-desk-7F3K-92QD.json')
  return Object.assign(computer, {
    clock,
    writer,
    folder,
    written: () => {
      const found = statSync(file, { throwIfNoEntry: false })
      const report = found === undefined ? null : (JSON.parse(readFileSync(file, 'utf8')) as SupportReport)
      if (report !== null && seen.at(-1) !== report.madeAt) seen.push(report.madeAt)
      return seen.map((at) => at.slice(11, 19))
    },
  })
}

/** Lets time pass, and the disk do its work at each step. */
async function pass(computer: Computer, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += minuteMs) {
    await computer.clock.advance(minuteMs)
    await computer.writer.settled()
    computer.written()
  }
}

describe('the status of a computer', () => {
  it('is written a minute after the start, five minutes after changes, and hourly', async () => {
    const computer = start()
    await pass(computer, minuteMs)
    expect(computer.written()).toEqual(['09:01:00'])
    computer.writer.changed()
    computer.writer.changed()
    await pass(computer, 2 * hourMs)
    expect(computer.written()).toEqual(['09:01:00', '09:06:00', '10:06:00'])
    expect(readdirSync(computer.folder)).toHaveLength(1)
  })

  it('is written no more often than every five minutes, whatever happens', async () => {
    const computer = start()
    for (let minutes = 0; minutes < 12; minutes += 1) {
      computer.writer.changed()
      await pass(computer, minuteMs)
    }
    expect(computer.written()).toEqual(['09:01:00', '09:06:00', '09:11:00'])
  })

  it('sets no timer without a folder, and begins once there is one', async () => {
    const computer = start({ folder: '' })
    await pass(computer, 2 * hourMs)
    expect(computer.written()).toEqual([])
    computer.folderNow = computer.folder
    computer.writer.placeChanged()
    await computer.clock.advance(0)
    await computer.writer.settled()
    expect(computer.written()).toHaveLength(1)
  })

  it('has nothing to report of a folder that is not used any more', async () => {
    const computer = start()
    rmSync(computer.folder, { recursive: true })
    await pass(computer, minuteMs)
    expect(computer.writer.trouble).toBe('missing')
    computer.folderNow = ''
    computer.writer.placeChanged()
    expect(computer.writer.trouble).toBeNull()
  })

  it('reports a folder that is away once, and that it is back', async () => {
    const computer = start()
    rmSync(computer.folder, { recursive: true })
    const troubles: (string | null)[] = []
    computer.writer.troubleChanged.subscribe(() => troubles.push(computer.writer.trouble))
    await pass(computer, 3 * hourMs)
    expect(troubles).toEqual(['missing'])
    mkdirSync(computer.folder)
    await pass(computer, hourMs)
    expect(troubles).toEqual(['missing', null])
    expect(computer.written()).toHaveLength(1)
  })
})
