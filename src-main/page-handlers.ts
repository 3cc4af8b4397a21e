import type { HeadOfficeStatus } from '#shared/head-office.ts'
import { isUnread, type ManagedSettings } from '#shared/managed-settings.ts'
import { createAttachmentHandlers } from './attachments/handlers.ts'
import { createBackupHandlers } from './backup/handlers.ts'
import { createClaimHandlers } from './claims/handlers.ts'
import { createOfficeHandlers } from './computers/handlers.ts'
import type { Office } from './computers/office.ts'
import { createDraftHandlers } from './drafts/handlers.ts'
import type { AppStatusReporter } from './environment/app-status.ts'
import { createFileStoreHandlers } from './environment/file-store-handlers.ts'
import type { FileStores } from './environment/file-stores.ts'
import { createAppHandlers } from './environment/handlers.ts'
import type { Workspace } from './environment/workspace.ts'
import { createSetUpHandlers } from './head-office/handlers.ts'
import type { Orders } from './head-office/orders.ts'
import type { SetUp } from './head-office/set-up.ts'
import type { RequestHandlers } from './ipc/register.ts'
import { type KeyVault } from './keys/key-vault.ts'
import { type ProxyLoginVault } from './keys/proxy-login.ts'
import { createNetworkHandlers } from './network/handlers.ts'
import type { LineLedger } from './network/line-ledger.ts'
import type { SystemNetwork } from './network/network.ts'
import { mayManage, worksHere, type Audience } from './officers/audience.ts'
import { createOfficerHandlers } from './officers/handlers.ts'
import type { OfficerSession } from './officers/officer-session.ts'
import type { SessionLock } from './officers/session-lock.ts'
import { createOutboxHandlers } from './outbox/handlers.ts'
import { createPharmacyHandlers } from './pharmacies/handlers.ts'
import type { Signal } from './platform/signal.ts'
import { createPrivacyHandlers } from './privacy/handlers.ts'
import { createPaperHandlers } from './reports/handlers.ts'
import { createSupportHandlers } from './reports/support/handlers.ts'
import type { ServicesOptions } from './services-options.ts'
import { createUpdateHandlers } from './updates/handlers.ts'
import type { Updater } from './updates/updater.ts'
import { createUploadHandlers } from './uploads/handlers.ts'

/** What the page's requests and announcements are made of. */
export interface PageParts extends ServicesOptions {
  readonly office: Office
  readonly workspace: Workspace
  readonly setUp: SetUp
  readonly orders: Orders
  readonly headOffice: () => HeadOfficeStatus | null
  readonly wasSetUp: Signal
  readonly officers: OfficerSession
  readonly audience: Audience
  readonly vault: KeyVault
  readonly network: SystemNetwork
  readonly ledger: LineLedger
  readonly proxyLogins: ProxyLoginVault
  readonly fileStores: FileStores
  readonly managed: ManagedSettings
  readonly status: AppStatusReporter
  readonly sessionLock: SessionLock
  readonly updates: Updater
}

/** Answers everything that the page may ask. */
export function createPageHandlers(parts: PageParts): RequestHandlers {
  const { workspace, officers, audience, status, sessionLock } = parts
  const isPolicyUnread = (): boolean => isUnread(parts.managed)
  return {
    ...createAppHandlers(parts),
    ...createNetworkHandlers(parts),
    ...createFileStoreHandlers(parts.fileStores, status, parts.monotonicMs),
    ...createOfficerHandlers(officers, { leave: (place) => sessionLock.leave(place), isPolicyUnread }),
    ...createOutboxHandlers(workspace, audience),
    ...createDraftHandlers(workspace, audience),
    ...createPrivacyHandlers(workspace, status),
    ...createPaperHandlers({ ...parts, isLocked: () => officers.isLocked() }),
    ...createClaimHandlers(workspace, audience),
    ...createPharmacyHandlers(workspace),
    ...createSupportHandlers(parts),
    ...createBackupHandlers(workspace, {
      files: parts.backupFiles,
      questions: parts.backupQuestions,
      knowsOfficer: (id) => worksHere(officers, id),
      mayGoOn: () => mayManage(officers),
    }),
    ...createOfficeHandlers({
      ...parts,
      files: parts.backupFiles,
      questions: parts.backupQuestions,
      mayGoOn: () => mayManage(officers),
    }),
    ...createAttachmentHandlers({ workspace, audience }),
    ...createUploadHandlers(workspace, audience),
    ...createUpdateHandlers(parts.updates),
    ...createSetUpHandlers(parts.setUp, parts.setUpDialogs, async () => {
      await parts.orders.reload()
      await status.announce()
      parts.wasSetUp.emit()
    }),
  }
}
