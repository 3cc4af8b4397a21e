import { createAttachmentHandlers, createUploadHandlers } from './handlers/attachments.ts'
import { createBackupHandlers, createOfficeHandlers } from './handlers/backup.ts'
import { createClaimHandlers, createPharmacyHandlers } from './handlers/claims.ts'
import { createDraftHandlers } from './handlers/drafts.ts'
import { createAppHandlers, createNetworkHandlers, createUpdateHandlers } from './handlers/environment.ts'
import { createSetUpHandlers } from './handlers/head-office.ts'
import type { RequestHandlers } from './handlers/register.ts'
import { createOfficerHandlers } from './handlers/officers.ts'
import { createOutboxHandlers } from './handlers/outbox.ts'
import { createPrivacyHandlers } from './handlers/privacy.ts'
import { createPaperHandlers, createSupportHandlers } from './handlers/reports.ts'
import { createOutboxAnnouncer, type OutboxAnnouncer } from '#main/outbox/outbox-announcer.ts'
import { summarised, visibleEntry } from '#main/outbox/shown-entry.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { PageParts } from './services-options.ts'

/** Registers a handler for every call of the contract. */
export function createPageHandlers(parts: PageParts): RequestHandlers {
  return {
    ...createAppHandlers(parts),
    ...createNetworkHandlers(parts),
    ...createOfficerHandlers(parts),
    ...createOutboxHandlers(parts),
    ...createDraftHandlers(parts),
    ...createPrivacyHandlers(parts),
    ...createPaperHandlers(parts),
    ...createClaimHandlers(parts),
    ...createPharmacyHandlers(parts),
    ...createSupportHandlers(parts),
    ...createBackupHandlers(parts),
    ...createOfficeHandlers(parts),
    ...createAttachmentHandlers(parts),
    ...createUploadHandlers(parts),
    ...createUpdateHandlers(parts),
    ...createSetUpHandlers(parts),
  }
}

/**
 * Announces changes to the page; while the application is locked, nothing about a person.
 *
 * @returns what tells it of the outbox
 */
export function tellPage(parts: PageParts): OutboxAnnouncer {
  const { workspace, officers, office, orders, status, sessionLock, updates, announce } = parts
  const announcer = createAnnouncer(parts)
  const { signals } = workspace
  signals.entriesChanged.subscribe((entries) => {
    const beside = workspace.environment.services?.outbox.waitingBeside(entries) ?? []
    announcer.entriesChanged([...entries, ...beside])
  })
  signals.filesChanged.subscribe((entries) => announcer.entriesChanged(entries))
  signals.standingsChanged.subscribe((entries) => announcer.entriesChanged(entries))
  signals.uploadsChanged.subscribe(() => tellUploads(parts))
  signals.entriesRemoved.subscribe((ids) => announcer.entriesRemoved(ids))
  signals.listsChanged.subscribe(() => tellLists(parts))
  signals.rowsPaired.subscribe(() => announce('claims:paired', null))
  signals.engineChanged.subscribe(() => announcer.statusChanged())
  signals.connectivityChanged.subscribe((now) => announce('connectivity:changed', now))
  // The officer who is signed in now may see other counts.
  officers.changed.subscribe(() => announcer.statusChanged())
  officers.changed.subscribe(() => tellUploads(parts))
  officers.changed.subscribe(() => void status.announce())
  sessionLock.locking.subscribe(() => announce('officers:locking', null))
  office.changed.subscribe(() => void status.announce())
  orders.changed.subscribe(() => void status.announce())
  updates.changed.subscribe((now) => announce('updates:changed', now))
  return announcer
}

function createAnnouncer({ workspace, officers, audience, announce }: PageParts): OutboxAnnouncer {
  return createOutboxAnnouncer({
    announce: (channel, news) => {
      // While locked, announce nothing about a person; after signing in, the page requests everything again.
      if (channel !== 'outbox:changed' || !officers.isLocked()) announce(channel, news)
    },
    status: () =>
      workspace.environment.services?.engine.status((officerId) => audience.countsEntryOf(officerId)) ?? null,
    summarise(id) {
      const { services } = workspace.environment
      const entry = services === null ? null : visibleEntry(services, audience, id)
      return services === null || entry === null ? null : summarised(services, audience, entry)
    },
  })
}

// While locked nothing is said of them; after signing in, the page asks.
function tellLists({ workspace, officers, announce }: PageParts): void {
  const { services } = workspace.environment
  if (services !== null && !officers.isLocked())
    announce('claims:lists-changed', services.claimListReader.states())
}

// While locked nothing is said of them; after signing in, the page asks.
function tellUploads({ workspace, officers, audience, announce }: PageParts): void {
  const uploads = workspace.environment.services?.uploads
  if (uploads === undefined || officers.isLocked()) return
  const status = guardStorage(() => uploads.status((officerId) => audience.countsEntryOf(officerId)))
  if (status.ok) announce('uploads:changed', status.value)
}
