import type { BackupTrouble } from '#shared/contract/backup.ts'
import { needsSomeone, type UploadHold } from '#shared/outbox/entry-files.ts'
import type { Log } from '#main/platform/log.ts'
import type { Signal } from '#main/platform/signal.ts'

/** The sources of troubles that are also logged, because perhaps no one looks at the screens that show them. */
export interface TroublePlaces {
  readonly office: { readonly changed: Signal; readonly trouble: () => Promise<BackupTrouble | null> }
  readonly uploads: { readonly changed: Signal; readonly hold: () => UploadHold | null }
}

/** Logs why scheduled backups and files of claims do not go out, for whoever reads the log later. */
export function logTroubles(log: Log, { office, uploads }: TroublePlaces): void {
  const told = new Map<string, string | null>()
  const tell = (event: string, reason: string | null): void => {
    const before = told.get(event) ?? null
    told.set(event, reason)
    if (reason !== null && reason !== before) log.event(event, { reason })
  }
  office.changed.subscribe(() => void office.trouble().then((trouble) => tell('backup-failed', trouble)))
  uploads.changed.subscribe(() => {
    const hold = uploads.hold()
    tell('store-refused', needsSomeone(hold) ? hold : null)
  })
}
