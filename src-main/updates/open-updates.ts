import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import type { Network } from '../network/network.ts'
import { Updater, type UpdaterOptions } from './updater.ts'
import { openUpdateMemory } from './update-memory.ts'

/** What the shell provides for updates; without it there are none. */
export type UpdateSources = Pick<
  UpdaterOptions,
  'installation' | 'publicKeys' | 'idleSeconds' | 'leave' | 'onEvent'
>

export interface OpenUpdatesOptions extends Pick<
  UpdaterOptions,
  'feedUrl' | 'savesData' | 'version' | 'drain' | 'clockAheadMs'
> {
  readonly dataFolder: string
  readonly network: Network
  readonly updateSources?: UpdateSources
}

const none: UpdateSources = {
  installation: null,
  publicKeys: [],
  idleSeconds: () => 0,
  leave: () => false,
  onEvent: () => undefined,
}

/** The updates of this installation, in `<data folder>/updates`. */
export async function openUpdates(options: OpenUpdatesOptions): Promise<Updater> {
  const { feedUrl, savesData, version, drain, clockAheadMs } = options
  const folder = join(options.dataFolder, 'updates')
  return new Updater({
    ...(options.updateSources ?? none),
    feedUrl,
    savesData,
    version,
    drain,
    folder,
    memory: await openUpdateMemory(folder),
    clock: systemClock,
    clockAheadMs,
    // Loaded only if there is a feed.
    createUpdater: async (given) =>
      (await import('./signed-updater.ts')).createSignedUpdater(given, options.network),
  })
}
