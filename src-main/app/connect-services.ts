import type { Engine } from '#main/delivery/engine.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import type { Signal } from '#main/platform/signal.ts'
import type { EnvironmentConnection } from '#main/office/environment/connection.ts'
import type { EnvironmentOptions, EnvironmentServices } from '#main/office/environment/environment.ts'

/** How often a change of this computer's clock is noticed. */
const clockLookMs = 15_000

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
  const { engine, backup, uploads, notices, claimTable, claimListReader, followUps, keptDetails } = services
  const on = <T>(signal: Signal<T>, listener: (value: T) => void): void =>
    subscriptions.defer(signal.subscribe(listener))
  const { stepTaken, entriesRemoved } = signals
  // What the list of all claims is made of: the outbox, its files, and each list that was read.
  claimListReader.renewed.subscribe(() => claimTable.listsChanged())
  claimListReader.changed.subscribe(() => signals.listsChanged.emit())
  claimTable.paired.subscribe(() => signals.rowsPaired.emit())
  const followEngine = followedBy(engine, uploads)
  on(stepTaken, (changed) => {
    const ids = changed.map(({ id }) => id)
    if (ids.length > 0) {
      claimTable.entriesChanged(ids)
      followUps.entriesChanged(ids)
    }
    notices.stepTaken(changed, engine.connectionStatus())
    followEngine(changed)
  })
  on(entriesRemoved, (ids) => {
    claimTable.entriesChanged(ids)
    followUps.forget()
    engine.nudge()
    uploads.nudge()
  })
  // A claim with a lost file needs somebody.
  on(signals.filesChanged, () => claimTable.entriesChanged())
  // What the insurer says of a claim, or what an officer wrote beside it.
  on(signals.standingsChanged, (changed) => claimTable.entriesChanged(changed.map(({ id }) => id)))
  const tellOf = (idsOf: () => readonly string[]): void => {
    const entries = guardStorage(() => idsOf().flatMap((id) => services.outbox.get(id) ?? []))
    if (entries.ok) signals.standingsChanged.emit(entries.value)
  }
  followUps.changed.subscribe((ids) => tellOf(() => ids))
  // Its claims have the holder's name in lists, or no longer.
  keptDetails.changed.subscribe((policy) =>
    tellOf(() => services.outbox.ofPolicy(policy).map(({ id }) => id)),
  )
  followUps.statusChanged.subscribe((ids) => notices.statusesChanged(ids))
  connection.sighting.subscribe((sighting) => engine.saw(sighting))
  connection.contact.subscribe((contact) => engine.contactSeen(contact))
  engine.connectivity.changed.subscribe((now) => signals.connectivityChanged.emit(now))
  const looking = setInterval(() => engine.lookAtClock(), clockLookMs)
  subscriptions.defer(() => clearInterval(looking))
  backup.restored.subscribe((entries) => {
    followUps.forget()
    engine.entriesCopied()
    stepTaken.emit(entries)
  })
  backup.copied.subscribe(() => engine.entriesCopied())
  on(signals.uploadsChanged, () => {
    const status = guardStorage(() => uploads.status((officerId) => audience.countsEntryOf(officerId)))
    if (status.ok) notices.filesChanged(status.value)
  })
  on(signals.fileStoreChanged, () => uploads.storeChanged())
}

/**
 * Files go on as soon as the engine does, as soon as there is a connection again, and for claims that have any: a
 * thousand deliveries without files must not wake them a thousand times.
 */
function followedBy(engine: Engine, uploads: Uploader): (changed: readonly KeptEntry[]) => void {
  const now = () => ({ stopped: engine.standsStill(), ...engine.connectionStatus() })
  let before = now()
  return (changed) => {
    const { stopped, connection } = before
    before = now()
    const hasFiles = changed.some(({ body }) => body.kind === 'claim' && body.fromFiles !== undefined)
    if (before.connection === 'online' && connection !== 'online') uploads.connected()
    else if (hasFiles || stopped !== before.stopped || connection !== before.connection) uploads.nudge()
  }
}
