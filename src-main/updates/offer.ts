import { AppImageUpdater, NsisUpdater, type BaseUpdater, type UpdateInfo } from 'electron-updater'
import type { InstallKind, Manifest } from './manifest.ts'

type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>

export interface OfferOptions {
  readonly kind: InstallKind
  /** The running version. */
  readonly version: string
  /** Where electron-updater keeps the random id that decides when a staged release reaches this computer. */
  readonly folder: string
  readonly configFile: string
  /** Reads the feed's current release and verifies its signature. Throws if the release must not be used. */
  readonly readRelease: () => Promise<Manifest>
}

/** Wraps electron-updater, which decides whether a release is for this computer and checks who signed an installer. */
export interface Offer {
  /** @returns the feed's current release; null if it is not newer, or not for this computer yet. */
  find(): Promise<Manifest | null>
  /** Whether one of these publishers signed the file, by Windows (Authenticode). */
  isPublishedBy(publishers: readonly string[], file: string): Promise<boolean>
}

/** Makes an {@link Offer}. electron-updater makes no request, downloads nothing and installs nothing here. */
export function createOffer(options: OfferOptions): Offer {
  const { kind, readRelease } = options
  const nsis = kind === 'nsis' ? new NsisUpdater(null, adapterOf(options)) : null
  const updater: BaseUpdater = nsis ?? new AppImageUpdater(null, adapterOf(options))
  let found: Manifest | null = null
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.setFeedURL({
    provider: 'custom',
    // The provider interface that a check needs. The request headers hold an id of this computer, so they are never
    // sent.
    updateProvider: class {
      setRequestHeaders(): void {
        return
      }

      async getLatestVersion(): Promise<UpdateInfo> {
        found = await readRelease()
        return infoOf(found)
      }
    },
  })
  return {
    async find() {
      found = null
      const result = await updater.checkForUpdates()
      return result?.isUpdateAvailable === true ? found : null
    },
    async isPublishedBy(publishers, file) {
      return nsis === null || (await nsis.verifyUpdateCodeSignature([...publishers], file)) === null
    },
  }
}

function infoOf({ version, files, stagingPercentage, minimumSystemVersion }: Manifest): UpdateInfo {
  return {
    version,
    files,
    // Required by the type only: they are read only when there are no files.
    // oxlint-disable-next-line typescript/no-deprecated
    path: '',
    // oxlint-disable-next-line typescript/no-deprecated
    sha512: '',
    releaseDate: '',
    ...(stagingPercentage === undefined ? {} : { stagingPercentage }),
    ...(minimumSystemVersion === undefined ? {} : { minimumSystemVersion }),
  }
}

function adapterOf({ version, folder, configFile }: OfferOptions): AppAdapter {
  return {
    version,
    name: 'claims-desk',
    isPackaged: true,
    appUpdateConfigPath: configFile,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  }
}
