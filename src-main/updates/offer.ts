import { AppImageUpdater, NsisUpdater, type BaseUpdater, type UpdateInfo } from 'electron-updater'
import type { InstallKind, Manifest } from './manifest.ts'

type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>

export interface OfferOptions {
  readonly kind: InstallKind
  /** The version that runs. */
  readonly version: string
  /** Where electron-updater keeps the number by which a staged release comes to some computers first. */
  readonly folder: string
  readonly configFile: string
  /** Reads the release that the feed has now, once its signature is good. Throws where it is not to be taken. */
  readonly readRelease: () => Promise<Manifest>
}

/** electron-updater, which decides whether a release is for this computer, and checks who signed an installer. */
export interface Offer {
  /** @returns the release that the feed has now; null where it is not newer, or not for this computer yet. */
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
    // What a look at the feed asks of a provider. The headers hold a number of this computer: they go nowhere.
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
    // Asked for by the type alone: they are read where there are no files.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    path: '',
    // eslint-disable-next-line @typescript-eslint/no-deprecated
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
