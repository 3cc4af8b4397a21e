import { expect, it } from 'vitest'
import type { BackupTrouble } from '#shared/contract/backup.ts'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { Log } from '#main/platform/log.ts'
import { Signal } from '#main/platform/signal.ts'
import { logTroubles } from './log-troubles.ts'

it('logs why backups and files do not go out, once for each reason, and again after it was over', async () => {
  const lines: string[] = []
  const now: { trouble: BackupTrouble | null; hold: UploadHold | null } = { trouble: null, hold: null }
  const [officeChanged, uploadsChanged] = [new Signal(), new Signal()]
  const office = {
    changed: officeChanged,
    status: () => Promise.resolve({ backup: { trouble: now.trouble } }),
  }
  const workspace = {
    allSignals: [{ uploadsChanged }],
    desk: { services: { uploads: { status: () => ({ hold: now.hold }) } } },
  }
  const log: Log = { event: (name, codes) => lines.push(`${name} ${String(codes?.['reason'])}`) }
  logTroubles(log, office, workspace)
  const see = async (change: Partial<typeof now>): Promise<void> => {
    Object.assign(now, change)
    officeChanged.emit()
    uploadsChanged.emit()
    await Promise.resolve()
  }
  for (const trouble of [null, 'store-open', 'store-open', 'full', null, 'full'] as const)
    await see({ trouble })
  expect(lines).toEqual(['backup-failed store-open', 'backup-failed full', 'backup-failed full'])
  lines.length = 0
  for (const hold of ['busy', 'not-allowed', 'not-allowed', 'offline', 'not-allowed'] as const)
    await see({ hold })
  expect(lines).toEqual(['store-refused not-allowed', 'store-refused not-allowed'])
})
