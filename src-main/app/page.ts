import { environments } from '#shared/domain/product.ts'
import type { Signal } from '#main/platform/signal.ts'
import { createOutboxAnnouncer, type OutboxAnnouncer } from '#main/outbox/outbox-announcer.ts'
import { summarised, visibleEntry } from '#main/outbox/shown-entry.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { Announce } from '#shared/contract/calls.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { ShownEngine } from '#shared/outbox/hold.ts'
import type { KnownTrayState } from '#main/shell/tray.ts'
import type { OpenEnvironment } from '#main/office/environment/environment.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Orders } from '#main/office/head-office/orders.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { SessionLock } from '#main/office/officers/session-lock.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { Updater } from '#main/shell/updates/updater.ts'
import type { AppStatusReporter } from './app-status.ts'
import { shownEngine } from './handlers/outbox.ts'

export interface TellPageOptions {
  readonly workspace: Workspace
  readonly officers: OfficerSession
  readonly audience: Audience
  readonly sessionLock: SessionLock
  readonly office: Office
  readonly orders: Orders
  readonly status: AppStatusReporter
  readonly updates: Updater
  readonly announce: Announce
}

/**
 * Announces changes to the page; while the application is locked, nothing about a person.
 *
 * @returns what tells it of the outbox
 */
export function tellPage(options: TellPageOptions): OutboxAnnouncer {
  const { workspace, officers, office, orders, status, sessionLock, updates, announce } = options
  const announcer = createAnnouncer(options)
  for (const name of environments) {
    const signals = workspace.signalsOf[name]
    const isShown = (): boolean => workspace.environment.name === name
    const onShown = <T>(signal: Signal<T>, tell: (news: T) => void): void =>
      void signal.subscribe((news) => {
        if (isShown()) tell(news)
      })
    signals.stepTaken.subscribe((entries) => {
      // Live is said beside whatever is shown.
      if (!isShown()) {
        announcer.statusChanged()
        return
      }
      const { services } = workspace.environment
      const beside = entries.length === 0 ? [] : (services?.outbox.waitingBeside(entries) ?? [])
      announcer.entriesChanged([...entries, ...beside])
    })
    onShown(signals.filesChanged, (entries) => announcer.entriesChanged(entries))
    onShown(signals.standingsChanged, (entries) => announcer.entriesChanged(entries))
    onShown(signals.uploadsChanged, () => tellUploads(options))
    onShown(signals.entriesRemoved, (ids) => announcer.entriesRemoved(ids))
    onShown(signals.listsChanged, () => tellLists(options))
    onShown(signals.rowsPaired, () => announce('claims:paired', null))
    onShown(signals.connectivityChanged, (now) => announce('connectivity:changed', now))
  }
  // The officer who is signed in now may see other counts.
  officers.changed.subscribe(() => announcer.statusChanged())
  officers.changed.subscribe(() => tellUploads(options))
  officers.changed.subscribe(() => void status.announce('session'))
  sessionLock.locking.subscribe(() => announce('officers:locking', null))
  workspace.opened.subscribe(() => void status.announce('settings', 'keys', 'desk', 'office'))
  workspace.onSettings(['officeStore'], () => void status.announce('office'))
  office.changed.subscribe(() => void status.announce('office'))
  // An order brings settings and keys.
  orders.changed.subscribe(() => void status.announce('settings', 'keys', 'office'))
  updates.changed.subscribe((now) => announce('updates:changed', now))
  return announcer
}

/** What the tray shows of the office's own work, as the page was told of it; null while that is not open. */
export function trayStateOf(
  { counts, live }: ShownEngine,
  { name, services }: OpenEnvironment,
): KnownTrayState {
  const own = live ?? counts
  if (own === 'closed' || services === null) return null
  return {
    waiting: own.undelivered,
    needsYou: own.rejected + own.needsOfficer,
    paused: services.engine.standsStill() === 'paused',
    environment: name,
  }
}

function createAnnouncer({ workspace, officers, audience, announce }: TellPageOptions): OutboxAnnouncer {
  return createOutboxAnnouncer({
    announce: (channel, news) => {
      // While locked, announce nothing about a person; after signing in, the page requests everything again.
      if (channel !== 'outbox:changed' || !officers.isLocked()) announce(channel, news)
    },
    status() {
      const { services } = workspace.environment
      return services === null ? null : shownEngine(services, workspace, audience)
    },
    summarise(id) {
      const { services } = workspace.environment
      const entry = services === null ? null : visibleEntry(services, audience, id)
      return services === null || entry === null ? null : summarised(services, audience, entry)
    },
  })
}

// While locked nothing is said of them; after signing in, the page asks.
function tellLists({ workspace, officers, announce }: TellPageOptions): void {
  const { services } = workspace.environment
  if (services !== null && !officers.isLocked())
    announce('claims:lists-changed', services.claimListReader.states())
}

// While locked nothing is said of them; after signing in, the page asks.
function tellUploads({ workspace, officers, audience, announce }: TellPageOptions): void {
  const uploads = workspace.environment.services?.uploads
  if (uploads === undefined || officers.isLocked()) return
  const status = guardStorage(() => uploads.status((officerId) => audience.countsEntryOf(officerId)))
  if (status.ok) announce('uploads:changed', status.value)
}
