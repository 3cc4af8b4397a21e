import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { writtenAtMs } from '#main/shell/start-checks.ts'
import { awaitSupportReport } from './support-report-command.ts'

it('a report on a share whose clock is behind is seen to be new', async () => {
  const file = join(createTestFolder(), 'report.json')
  const writtenAt = (time: string): void => {
    writeFileSync(file, '{}')
    utimesSync(file, new Date(time), new Date(time))
  }
  const first = awaitSupportReport(file, writtenAtMs(file))
  writtenAt('2026-11-20T09:00:00.000Z')
  expect(await first).toMatchObject({ code: 0 })
  const second = awaitSupportReport(file, writtenAtMs(file))
  expect(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 250, 'waits'))])).toBe(
    'waits',
  )
  writtenAt('2026-11-20T09:00:01.000Z')
  expect(await second).toMatchObject({ code: 0 })
})
