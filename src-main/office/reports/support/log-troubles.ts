import { needsSomeone } from '#shared/outbox/entry-files.ts'
import type { Log } from '#main/platform/log.ts'
import type { BackupTrouble } from '#shared/contract/backup.ts'
import type { UploadStatus } from '#shared/outbox/entry-files.ts'
import type { Signal } from '#main/platform/signal.ts'
import { guardStorage } from '#main/platform/sqlite.ts'

interface TroubledOffice {
  readonly changed: Signal
  status(): Promise<{ readonly backup: { readonly trouble: BackupTrouble | null } }>
}

interface TroubledWorkspace {
  readonly allSignals: readonly { readonly uploadsChanged: Signal }[]
  /** The office's own work. */
  readonly desk: {
    readonly services: {
      readonly uploads: { status(counts: () => boolean): Pick<UploadStatus, 'hold'> }
    } | null
  }
}

/** Logs why scheduled backups and files of claims do not go out: an officer may not be told of it. */
export function logTroubles(log: Log, office: TroubledOffice, workspace: TroubledWorkspace): void {
  const told = new Map<string, string | null>()
  const tell = (event: string, reason: string | null): void => {
    const before = told.get(event) ?? null
    told.set(event, reason)
    if (reason !== null && reason !== before) log.event(event, { reason })
  }
  office.changed.subscribe(
    () => void office.status().then(({ backup }) => tell('backup-failed', backup.trouble)),
  )
  for (const { uploadsChanged } of workspace.allSignals)
    uploadsChanged.subscribe(() => {
      const { services } = workspace.desk
      const status = guardStorage(() => services?.uploads.status(() => true) ?? null)
      const hold = status.ok ? (status.value?.hold ?? null) : null
      tell('store-refused', needsSomeone(hold) ? hold : null)
    })
}
