import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import { DownloadedUpdateHelper } from 'electron-updater/out/DownloadedUpdateHelper.js'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { BaseUpdater, InstallOptions } from 'electron-updater/out/BaseUpdater.js'
import { replaceAppImage } from './app-image.ts'
import type { InstallKind } from './manifest.ts'

/** The only call electron-updater makes of its way to the network, as we download whole files. */
export interface FileExecutor {
  download(url: URL, destination: string, options: { readonly sha512?: string | null }): Promise<string>
}

export interface UpdaterPlace {
  readonly kind: InstallKind
  readonly version: string
  /** Where downloads are kept, and the number by which a release comes to a part of the computers first. */
  readonly folder: string
  /** Written by electron-builder into the package; on Windows it names who has to have signed an installer. */
  readonly configFile: string
  readonly executor: FileExecutor
}

/** electron-updater for this kind of installation, and what we need to know of it. */
export interface AppUpdater {
  readonly updater: BaseUpdater
  /** The downloaded file; null while there is none. */
  file(): string | null
  /** Hands over to the installer. @returns whether it was started. */
  install(runAfter: boolean): Promise<boolean>
}

/** Nothing is asked, downloaded or installed but when we say so. */
export function createAppUpdater(place: UpdaterPlace): AppUpdater {
  const made = place.kind === 'nsis' ? new OurNsisUpdater(place) : new OurAppImageUpdater(place)
  made.logger = null
  made.autoDownload = false
  made.autoInstallOnAppQuit = false
  made.allowDowngrade = false
  made.disableWebInstaller = true
  made.disableDifferentialDownload = true
  return made.asAppUpdater()
}

class OurNsisUpdater extends NsisUpdater {
  readonly httpExecutor: FileExecutor
  readonly #started: Promise<boolean>[] = []

  constructor(place: UpdaterPlace) {
    super(null, adapterOf(place))
    this.httpExecutor = place.executor
    this.downloadedUpdateHelper = new DownloadedUpdateHelper(place.folder)
  }

  asAppUpdater(): AppUpdater {
    return {
      updater: this,
      file: () => this.installerPath,
      install: async (runAfter) => {
        const isStarted = this.install(true, runAfter)
        // An installer that needs more rights is started a second time, with them, when the first start has failed.
        let last = isStarted
        for (const start of this.#started) last = await start.catch(() => false)
        return isStarted && last
      },
    }
  }

  // The process ends right afterwards: whether the installer could be started has to be known before.
  protected override spawnLog(...given: Parameters<NsisUpdater['spawnLog']>): Promise<boolean> {
    const start = super.spawnLog(...given)
    this.#started.push(start)
    return start
  }
}

class OurAppImageUpdater extends AppImageUpdater {
  readonly httpExecutor: FileExecutor

  constructor(place: UpdaterPlace) {
    super(null, adapterOf(place))
    this.httpExecutor = place.executor
    this.downloadedUpdateHelper = new DownloadedUpdateHelper(place.folder)
  }

  asAppUpdater(): AppUpdater {
    return {
      updater: this,
      file: () => this.installerPath,
      install: (runAfter) => Promise.resolve(this.install(true, runAfter)),
    }
  }

  protected override doInstall(_options: InstallOptions): boolean {
    const [newFile, appImage] = [this.installerPath, process.env['APPIMAGE']]
    if (newFile === null || appImage === undefined) return false
    replaceAppImage(newFile, appImage)
    return true
  }
}

function adapterOf({ version, folder, configFile }: UpdaterPlace): AppAdapter {
  return {
    version,
    name: 'claims-desk',
    isPackaged: true,
    appUpdateConfigPath: configFile,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    // We quit and start anew ourselves, once nothing runs any more.
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  }
}
