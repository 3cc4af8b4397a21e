import type { ConnectivityNow } from '#shared/connectivity.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { Signal } from '../platform/signal.ts'

/**
 * What happens in the environment in use. They outlive it, so that what shows it subscribes once; what belongs to one
 * environment disposes its subscriptions when that one closes.
 */
export class EnvironmentSignals {
  readonly entriesChanged = new Signal<readonly KeptEntry[]>()
  /** More is known of the files of these entries. */
  readonly filesChanged = new Signal<readonly KeptEntry[]>()
  /** How these received claims stand at the insurer, or what officers wrote beside them, has changed. */
  readonly standingsChanged = new Signal<readonly KeptEntry[]>()
  /** What goes up to the file store changed, or what holds it. */
  readonly uploadsChanged = new Signal()
  /** Entries were removed for good. */
  readonly entriesRemoved = new Signal<readonly string[]>()
  /** The engine's status may have changed. Emitted for every step. */
  readonly engineChanged = new Signal()
  /** Another file store is set, or another key for it. */
  readonly fileStoreChanged = new Signal()
  /** How the insurer's lists stand has changed. */
  readonly listsChanged = new Signal()
  readonly connectivityChanged = new Signal<ConnectivityNow>()
  /** Entries settled before this time were removed here: the other environments may now remove theirs. */
  readonly outlivedRemoved = new Signal<string>()
}
