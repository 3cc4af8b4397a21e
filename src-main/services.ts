import type { SettingsPatch } from '#shared/settings.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { Announce } from '#shared/contract/announcements.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { haveOfficersElsewhere } from './environment/closed-files.ts'
import { dataKeyOf, Workspace } from './environment/workspace.ts'
import { createClaimHandlers } from './claims/handlers.ts'
import { createPharmacyHandlers } from './pharmacies/handlers.ts'
import { createAppHandlers } from './environment/handlers.ts'
import { createDraftHandlers } from './drafts/handlers.ts'
import { createOutboxAnnouncer } from './outbox/outbox-announcer.ts'
import { createOutboxHandlers } from './outbox/handlers.ts'
import type { RequestHandlers } from './ipc/register.ts'
import { summarised, visibleEntry } from './outbox/shown-entry.ts'
import { createPaperHandlers, type PaperOptions } from './reports/handlers.ts'
import { createPrivacyHandlers } from './privacy/handlers.ts'
import { createBackupHandlers } from './backup/handlers.ts'
import { createSupportHandlers } from './reports/support/handlers.ts'
import { createAttachmentHandlers } from './attachments/handlers.ts'
import { createUpdateHandlers } from './updates/handlers.ts'
import { createOfficerHandlers } from './officers/handlers.ts'
import type { Notice } from './notifications/notice.ts'
import { createAudience, type Audience } from './officers/audience.ts'
import { SessionLock } from './officers/session-lock.ts'
import { isMerchantKey } from './officers/merchant-key.ts'
import { OfficerSession } from './officers/officer-session.ts'
import { gateHandlers } from './ipc/officer-gate.ts'
import { createOfficersFile } from './officers/officers-file.ts'
import { noPolicy, type Policy } from './settings/managed/read-policy.ts'
import { practiceKey } from './practice/merchant.ts'
import type { BackupFiles } from './shell/backup-files.ts'
import { createSettingsFile } from './settings/settings-file.ts'
import { say } from './texts/texts.ts'
import { openUpdates, type UpdateSources } from './updates/open-updates.ts'
import type { Updater } from './updates/updater.ts'
import { deriveKey, successorOf } from './keys/data-key.ts'
import { createKeyVault, type KeyVault } from './keys/key-vault.ts'
import type { ProtectionSource } from './keys/protection.ts'

export interface ServicesOptions {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  readonly languageFor?: (setting: string) => string
  readonly protection: ProtectionSource
  /** The managed settings; none by default. */
  readonly policy?: Policy
  /** How the application updates itself; by default it does not. */
  readonly updates?: UpdateSources
  readonly announce: Announce
  /** Asks the officer where to save a file of this name; null when cancelled. */
  readonly chooseFile: (name: string, title?: string) => Promise<string | null>
  /** What the window would print, as a PDF; null while there is no window. */
  readonly printPage: PaperOptions['printPage']
  /** Asks the officer where to save a backup, or which one to open. */
  readonly backupFiles: BackupFiles
  /** The counts in the tray and the badge changed. */
  readonly onStatus: (status: EngineStatus, app: Pick<AppStatus, 'environment'>) => void
  readonly onSettings: (patch: SettingsPatch) => void
  /** There is a notice to show outside the window. */
  readonly onNotice: (notice: Notice, environment: Environment) => void
  readonly showsNotifications: () => boolean
  /** Whether the application can be set to start with the computer. */
  readonly canStartAtLogin: boolean
  /** Whether the window is open, in front and focused. */
  readonly isWindowWatched: () => boolean
  /** Restarts the application: Electron asks the system's store only once in a process. */
  readonly startAgain: () => void
  /** The application was locked: the page must remove what it shows. */
  readonly onLocked: () => void
}

export interface AppServices {
  readonly workspace: Workspace
  readonly sessionLock: SessionLock
  readonly updates: Updater
  readonly handlers: RequestHandlers
  /** The system's store is reliable now: open what was locked, and wrap a data key that was kept unwrapped. */
  storeReady(): Promise<void>
}

/** Creates every service that needs no window and connects them. The only place that does. */
export async function createServices(options: ServicesOptions): Promise<AppServices> {
  const { dataFolder, protection, announce } = options
  const box: { workspace: Workspace | null; desk: OfficerSession | null; audience: Audience | null } = {
    workspace: null,
    desk: null,
    audience: null,
  }
  const isLocked = (): boolean => box.desk?.isLocked() ?? true
  const countsEntryOf = (officerId: string | null): boolean => box.audience?.countsEntryOf(officerId) ?? true
  const announcer = createOutboxAnnouncer({
    announce: (channel, news) => {
      // While locked, announce nothing about a person; after signing in, the page requests everything again.
      if (channel !== 'outbox:changed' || !isLocked()) announce(channel, news)
    },
    status: () => box.workspace?.environment.services?.engine.status(countsEntryOf) ?? null,
    summarise(id) {
      const services = box.workspace?.environment.services ?? null
      const { audience } = box
      if (services === null || audience === null) return null
      const entry = visibleEntry(services, audience, id)
      return entry === null ? null : summarised(services, audience, entry)
    },
    onStatus(status) {
      if (box.workspace !== null) options.onStatus(status, { environment: box.workspace.environment.name })
    },
  })
  const vault = createKeyVault({ ...protection, folder: dataFolder, practiceKey })
  const { policy = noPolicy } = options
  const workspace = await Workspace.open({
    ...options,
    policy,
    settingsFile: createSettingsFile({ folder: dataFolder }),
    vault,
    officers: () => box.desk?.status() ?? { type: 'unreadable' },
    countsEntryOf,
    onEntries: (changed) => announcer.entriesChanged(changed),
    // A locked page shows none of it.
    isWatched: () => options.isWindowWatched() && !isLocked(),
    onRemoved: (ids) => announcer.entriesRemoved(ids),
    onStatus: () => announcer.statusChanged(),
    onConnection: (now) => announce('connection:changed', now),
    onAppStatus: (status) => announce('app:status-changed', status),
  })
  box.workspace = workspace
  const desk = await openOfficerSession(options, workspace, vault, () => announcer.statusChanged())
  const audience = createAudience(desk, () => workspace.settings.sharedOutbox)
  Object.assign(box, { desk, audience })
  const sessionLock = new SessionLock({
    desk,
    minutes: () => workspace.settings.lockAfterMinutes,
    askPage: () => announce('officers:locking', null),
    onLocked() {
      workspace.environment.services?.backup.putAway()
      options.onLocked()
    },
  })
  const updates = await openUpdates({
    ...options,
    sources: options.updates,
    feedUrl: () => workspace.settings.updateFeed,
    drain: () => workspace.environment.services?.engine.drain() ?? nothingRuns,
    onStatus: (status) => announce('updates:changed', status),
  })
  updates.start()
  announcer.statusChanged()
  const onSettings = (patch: SettingsPatch): void => {
    updates.feedChanged()
    options.onSettings(patch)
  }
  const handlers = {
    ...createAppHandlers({
      workspace,
      onSettings,
      reloadOfficers: () => desk.reload(),
      startAgain: options.startAgain,
    }),
    ...createOfficerHandlers(desk, (place) => sessionLock.leave(place)),
    ...createOutboxHandlers(workspace, audience, (entries) => {
      workspace.environment.services?.notices.entriesChanged(entries)
      announcer.entriesChanged(entries)
    }),
    ...createDraftHandlers(workspace, audience),
    ...createPrivacyHandlers(
      workspace,
      () => audience.officerId(),
      (ids) => announcer.entriesRemoved(ids),
    ),
    ...createPaperHandlers({ ...options, workspace, audience, isLocked }),
    ...createClaimHandlers(workspace),
    ...createPharmacyHandlers(workspace),
    ...createSupportHandlers({
      ...options,
      workspace,
      keyStatus: (environment) => vault.status(environment),
    }),
    ...createBackupHandlers(workspace, {
      files: options.backupFiles,
      knowsOfficer: (id) => worksHere(desk, id),
      mayGoOn: () => !desk.isLocked() && desk.current()?.role !== 'officer',
    }),
    ...createAttachmentHandlers({
      workspace,
      audience,
      choosePack: (name) => options.chooseFile(name, say('attachments.save-pack')),
    }),
    ...createUpdateHandlers(updates),
  }
  return {
    workspace,
    sessionLock,
    updates,
    handlers: gateHandlers(handlers, desk),
    async storeReady() {
      if (workspace.environment.storage.type === 'locked') {
        await desk.reload()
        await workspace.reopen()
      } else await workspace.wrapDataKey()
    },
  }
}

const nothingRuns = { drained: Promise.resolve(), goOn: () => undefined }

function worksHere(desk: OfficerSession, officerId: string): boolean {
  const status = desk.status()
  return status.type === 'signed-in' && status.officers.some(({ id }) => id === officerId)
}

async function openOfficerSession(
  { dataFolder, protection, policy = noPolicy }: ServicesOptions,
  workspace: Workspace,
  vault: KeyVault,
  onChange: () => void,
): Promise<OfficerSession> {
  return await OfficerSession.open({
    async openFile() {
      const dataKey = await dataKeyOf({ dataFolder, protection })
      if (dataKey === null) return null
      const next = successorOf(dataKey)
      const nextKey = next === null ? undefined : deriveKey(next, 'officers')
      return createOfficersFile(dataFolder, deriveKey(dataKey, 'officers'), nextKey)
    },
    now: () => new Date(),
    secretRules: policy.managed.secretRules,
    isExpected: () =>
      workspace.environment.services?.outbox.hasOfficers() === true ||
      haveOfficersElsewhere(dataFolder, workspace.environment.name),
    isMerchantKey: (key) => isMerchantKey(key, vault, workspace.settings),
    onChange() {
      // The officer who is signed in now may see other counts.
      onChange()
      void workspace.announce()
    },
  })
}
