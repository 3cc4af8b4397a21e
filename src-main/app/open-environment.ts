import type { DatabaseSync } from 'node:sqlite'
import { statusesOf } from '#shared/domain/practice-statuses.ts'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { Backups } from '#main/office/backup/backups.ts'
import { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import { Notifier } from '#main/shell/notifications/notifier.ts'
import { ClaimTable } from '#main/claims/claim-table.ts'
import { ClaimFollower } from '#main/claims/following.ts'
import { FollowUps } from '#main/claims/follow-ups.ts'
import { withNotedAnswers } from '#main/claims/noted-answers.ts'
import { ClaimListReader } from '#main/claims/list-reader.ts'
import { ClaimListStore, removeLists } from '#main/claims/list-store.ts'
import { createKeptDetails } from '#main/claims/kept-details.ts'
import { startDiscardedDrafts, createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { createEngineMemory, isAboutOther } from '#main/outbox/engine-memory.ts'
import { Uploader } from '#main/delivery/uploads/uploader.ts'
import { createUploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { createKeptData } from '#main/office/privacy/kept-data.ts'
import { startRetention } from '#main/office/privacy/retention-schedule.ts'
import { systemClock } from '#main/platform/clock.ts'
import { InsurerHabits } from '#main/delivery/insurer-habits.ts'
import { Engine } from '#main/delivery/engine.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import type { DataKey, DataKeyFailure } from '#main/platform/keys/data-key.ts'
import {
  listsFileOf,
  outboxFileOf,
  type EnvironmentOptions,
  type EnvironmentServices,
  type OpenEnvironment,
} from '#main/office/environment/environment.ts'
import { connectServices } from './connect-services.ts'
import {
  openConnection,
  storeSourceOf,
  type EnvironmentConnection,
} from '#main/office/environment/connection.ts'
import { placeOf } from '#shared/settings.ts'
import { carriedOf } from '#main/office/settings/carried-settings.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import { isOfNewerVersion, openStorage, unavailable } from '#main/outbox/open-outbox.ts'

/** Opens an environment and starts delivering. It opens without services when its storage cannot be used. */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const { name, dataFolder, dataKey } = options
  const file = outboxFileOf(dataFolder, name)
  const connection = await openConnection(options, { mayWrite: !isOfNewerVersion(file) })
  if (!dataKey.ok) return without(options, connection, withoutKey(dataKey.error))
  const { database, status } = openStorage(file, new Date())
  if (database === null) return without(options, connection, status)
  const subscriptions = new DisposableStack()
  const started = guardStorage(() => startOn(database, options, dataKey.value, connection, subscriptions))
  if (started.ok) return { ...started.value, storage: status }
  subscriptions.dispose()
  database.close()
  return without(options, connection, unavailable(started.error))
}

/** Constructs everything on an open file. Throws what SQLite throws when its rows cannot be read. */
function createEnvironmentServices(
  database: DatabaseSync,
  options: EnvironmentOptions,
  dataKey: DataKey,
  connection: EnvironmentConnection,
): EnvironmentServices {
  const { name, settings, signals, audience, notifications } = options
  const protection = createRowProtection(dataKey)
  const outbox = new Outbox(database, protection)
  const memory = createEngineMemory(database)
  // While the policy cannot be read nothing is sent, and another address may be set there.
  const address = settings.isPolicyUnread ? '' : placeOf(settings.inForce, name)
  const notices = new Notifier({
    outbox,
    clock: systemClock,
    settings: () => settings.inForce,
    isWatched: options.isWatched,
    countsEntryOf: (officerId) => audience.countsEntryOf(officerId),
    show: (notice) => notifications.show(notice, name),
  })
  const habits = new InsurerHabits(memory)
  const followUps = new FollowUps({
    database,
    protection,
    outbox,
    clock: systemClock,
    isFinal: (status) => statusesOf(name, settings.inForce).finals.includes(status),
    isReferenceLost: (product) => habits.of(product).referenceLost,
    nameOf: (officerId) => audience.nameOf(officerId),
  })
  const engine = new Engine({
    outbox,
    memory,
    habits,
    api: withNotedAnswers(connection.api, outbox, followUps, systemClock),
    address,
    clock: systemClock,
    random: Math.random,
    hasKey: connection.hasKey,
    sideBySide: () => mostSideBySide,
    savesData: () => settings.inForce.saveData,
    onChange: (changed) => signals.stepTaken.emit(changed),
  })
  const outboxFile = outboxFileOf(options.dataFolder, name)
  const drafts = createDraftStore(database, protection)
  const keptDetails = createKeptDetails(database, protection)
  // Nothing is offered for undoing after a restart; the files go when their store is opened.
  drafts.endDiscards(null)
  const attachments = new AttachmentStore({ database, protection, outboxFile })
  const discardedDrafts = startDiscardedDrafts({ drafts, attachments, clock: systemClock })
  const uploadRows = createUploadRows(database, protection)
  const fileStores = storeSourceOf(options, connection)
  const uploads = new Uploader({
    outbox,
    rows: uploadRows,
    attachments,
    stores: fileStores,
    clock: systemClock,
    random: Math.random,
    stoppedBy: () => engine.standsStill(),
    isOffline: () => engine.connectionStatus().connection === 'offline',
    onEntries: (changed) => signals.filesChanged.emit(changed),
    onStatus: () => signals.uploadsChanged.emit(),
    onReady: () => engine.nudge(),
  })
  const backup = new Backups({
    database,
    protection,
    outbox,
    drafts,
    outboxFile,
    environment: name,
    computer: options.computer,
    version: options.version,
    branchName: () => settings.inForce.branchName,
    settings: () => carriedOf(settings.inForce),
    now: () => systemClock.now(),
  })
  const kept = createKeptData({ database, file: outboxFile, outbox, drafts, keptDetails })
  const listsFile = listsFileOf(options.dataFolder, name)
  // What another address listed is nothing of this one's.
  if (isAboutOther(memory, address)) removeLists(listsFile)
  const claimLists = new ClaimListStore(listsFile, protection)
  const claimListReader = new ClaimListReader({
    store: claimLists,
    api: connection.api,
    engine,
    savesData: () => settings.inForce.saveData,
    clock: systemClock,
    onRead: (claims, at) => followUps.seenInList(claims, at),
  })
  const following = new ClaimFollower({
    followUps,
    outbox,
    memory,
    api: connection.api,
    engine,
    uploads,
    clock: systemClock,
    savesData: () => settings.inForce.saveData,
    isPractice: name === 'practice',
  })
  const claimTable = new ClaimTable({
    store: claimLists,
    outbox,
    drafts,
    uploads,
    followUps,
    audience,
    clock: systemClock,
  })
  return {
    outbox,
    memory,
    drafts,
    keptDetails,
    discardedDrafts,
    attachments,
    engine,
    uploads,
    uploadRows,
    fileStores,
    backup,
    kept,
    notices,
    claimLists,
    claimListReader,
    claimTable,
    followUps,
    following,
  }
}

/**
 * Constructs everything on an open file, connects it, and starts delivering. Throws what SQLite throws.
 *
 * @param subscriptions receives those to signals that outlive the environment.
 */
function startOn(
  database: DatabaseSync,
  options: EnvironmentOptions,
  dataKey: DataKey,
  connection: EnvironmentConnection,
  subscriptions: DisposableStack,
): Omit<OpenEnvironment, 'storage'> {
  const { name, settings, signals } = options
  const services = createEnvironmentServices(database, options, dataKey, connection)
  const { engine, uploads, following, claimTable, claimListReader } = services
  connectServices(services, connection, options, subscriptions)
  if (connection.hold !== null) engine.setOutsideHold(connection.hold, true)
  if (options.areOfficersLost?.() === true) engine.setOutsideHold({ type: 'locked' }, true)
  // What practice sends does not leave the computer.
  if (settings.isPolicyUnread && name !== 'practice') engine.setOutsideHold({ type: 'policy-unread' }, true)
  uploads.start()
  engine.start()
  following.start()
  const stopRetention = startRetention({
    kept: services.kept,
    clock: systemClock,
    keepReceivedDays: () => settings.inForce.keepReceivedDays,
    clockDifference: () => engine.connectivity.now().clock,
    onRemoved: (ids) => signals.entriesRemoved.emit(ids),
    // Practice compares this computer's clock only with itself: it vouches for nothing elsewhere.
    onLooked: (before) => {
      if (name !== 'practice') signals.outlivedRemoved.emit(before)
    },
  })
  return {
    name,
    connection,
    services,
    async close() {
      stopRetention()
      services.discardedDrafts.close()
      await claimTable.close()
      await Promise.all([following.stop(), claimListReader.stopAll()])
      await services.claimLists.close()
      await Promise.all([engine.stop(), uploads.stop()])
      await services.backup.close()
      subscriptions.dispose()
      services.notices.close()
      await services.attachments.close()
      await connection.close()
      database.close()
    },
  }
}

function withoutKey(failure: DataKeyFailure): StorageStatus {
  return failure.type === 'locked' ? { type: 'locked' } : unavailable(failure)
}

function without(
  { name }: Pick<EnvironmentOptions, 'name'>,
  connection: EnvironmentConnection,
  storage: StorageStatus,
): OpenEnvironment {
  return { name, storage, connection, services: null, close: () => connection.close() }
}
