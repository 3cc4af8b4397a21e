import type { Engine } from '#main/delivery/engine.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import type { Signal } from '#main/platform/signal.ts'
import type { EnvironmentConnection } from '#main/office/environment/connection.ts'
import type { EnvironmentOptions, EnvironmentServices } from '#main/office/environment/environment.ts'

/**
 * Which service of an environment hears of what.
 *
 * @param subscriptions receives those to signals that outlive the environment.
 */
export function connectServices(
  services: EnvironmentServices,
  connection: EnvironmentConnection,
  { signals, audience }: Pick<EnvironmentOptions, 'signals' | 'audience'>,
  subscriptions: DisposableStack,
): void {
  const { engine, witness, backup, uploads, notices, claimTable, claimListReader, followUps } = services
  const on = <T>(signal: Signal<T>, listener: (value: T) => void): void =>
    subscriptions.defer(signal.subscribe(listener))
  const { entriesChanged, entriesRemoved, engineChanged } = signals
  // What the list of all claims is made of: the outbox, its files, and each list that was read.
  claimListReader.renewed.subscribe(() => claimTable.listsChanged())
  claimListReader.changed.subscribe(() => signals.listsChanged.emit())
  claimTable.paired.subscribe(() => signals.rowsPaired.emit())
  on(entriesChanged, (changed) => claimTable.entriesChanged(changed.map(({ id }) => id)))
  on(entriesRemoved, (ids) => claimTable.entriesChanged(ids))
  // A claim with a lost file needs somebody.
  on(signals.filesChanged, () => claimTable.entriesChanged())
  // What the insurer says of a claim, or what an officer wrote beside it.
  on(signals.standingsChanged, (changed) => claimTable.entriesChanged(changed.map(({ id }) => id)))
  followUps.changed.subscribe((ids) => {
    const entries = guardStorage(() => ids.flatMap((id) => services.outbox.get(id) ?? []))
    if (entries.ok) signals.standingsChanged.emit(entries.value)
  })
  followUps.statusChanged.subscribe((ids) => notices.statusesChanged(ids))
  on(entriesRemoved, () => followUps.forget())
  connection.sighting.subscribe((sighting) => witness.saw(sighting))
  connection.contact.subscribe((contact) => engine.contactSeen(contact))
  witness.changed.subscribe((now) => signals.connectivityChanged.emit(now))
  witness.clockMoved.subscribe(() => engine.lookAgain())
  backup.restored.subscribe(() => engine.entriesCopied())
  backup.copied.subscribe(() => engine.entriesCopied())
  backup.restored.subscribe((entries) => entriesChanged.emit(entries))
  on(engineChanged, () => witness.statusChanged())
  on(engineChanged, () => notices.statusChanged(engine.connectionStatus()))
  on(entriesChanged, (changed) => notices.entriesChanged(changed))
  on(signals.uploadsChanged, () => {
    const status = guardStorage(() => uploads.status((officerId) => audience.countsEntryOf(officerId)))
    if (status.ok) notices.filesChanged(status.value)
  })
  on(entriesRemoved, () => engine.nudge())
  on(entriesRemoved, () => uploads.nudge())
  on(entriesChanged, (changed) => tellOfFiles(changed, uploads))
  on(signals.fileStoreChanged, () => uploads.storeChanged())
  on(engineChanged, followEngine(engine, uploads))
}

// A thousand deliveries without files must not wake it a thousand times.
function tellOfFiles(changed: readonly KeptEntry[], uploads: Uploader): void {
  if (changed.some(({ body }) => body.kind === 'claim' && body.fromFiles !== undefined)) uploads.nudge()
}

/** Files go on as soon as the engine does, and as soon as there is a connection again. */
function followEngine(engine: Engine, uploads: Uploader): () => void {
  let before = [engine.standsStill(), engine.connectionStatus().connection]
  return () => {
    const now = [engine.standsStill(), engine.connectionStatus().connection]
    if (now[0] === before[0] && now[1] === before[1]) return
    if (now[1] === 'online' && before[1] !== 'online') uploads.connected()
    else uploads.nudge()
    before = now
  }
}
