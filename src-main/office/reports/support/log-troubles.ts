import { needsSomeone } from '#shared/outbox/entry-files.ts'
import type { Log } from '#main/platform/log.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import { guardStorage } from '#main/platform/sqlite.ts'

/** Logs why scheduled backups and files of claims do not go out: an officer may not be told of it. */
export function logTroubles(log: Log, office: Office, workspace: Workspace): void {
  const told = new Map<string, string | null>()
  const tell = (event: string, reason: string | null): void => {
    const before = told.get(event) ?? null
    told.set(event, reason)
    if (reason !== null && reason !== before) log.event(event, { reason })
  }
  office.changed.subscribe(
    () => void office.status().then(({ backup }) => tell('backup-failed', backup.trouble)),
  )
  workspace.signals.uploadsChanged.subscribe(() => {
    const { services } = workspace.environment
    const status = guardStorage(() => services?.uploads.status(() => true) ?? null)
    const hold = status.ok ? (status.value?.hold ?? null) : null
    tell('store-refused', needsSomeone(hold) ? hold : null)
  })
}
