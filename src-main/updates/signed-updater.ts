import { join } from 'node:path'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { createAppUpdater } from './app-updater.ts'
import { createFeedClient } from './feed-client.ts'
import { FeedError } from './feed-error.ts'
import { fetchFile, isWhole, type SignedFile } from './fetch-file.ts'
import type { InstallKind, Manifest } from './manifest.ts'
import { SignedProvider } from './signed-provider.ts'

export interface SignedUpdaterOptions {
  /** https, or http on this computer. */
  readonly feedUrl: string
  /** Ed25519, 32 bytes as base64 each. */
  readonly publicKeys: readonly string[]
  readonly kind: InstallKind
  /** The version that runs. */
  readonly version: string
  readonly folder: string
  readonly configFile: string
  /** Told of each release whose signature is good. Throws a {@link FeedError} where it is not to be taken. */
  readonly onManifest: (version: string) => Promise<void>
}

/** electron-updater over a feed that is believed by its signature alone. What throws, throws a {@link FeedError}. */
export interface SignedUpdater {
  /** @returns the version that is to be had and comes after this one; null when there is none for this computer yet. */
  check(): Promise<string | null>
  /** Downloads what the last check found. */
  download(onPercent: (percent: number) => void): Promise<void>
  /** Whether what was downloaded is still there as it was signed. */
  isWhole(): Promise<boolean>
  /** Hands over to the installer. @returns whether it was started. */
  install(runAfter: boolean): Promise<boolean>
  close(): Promise<void>
}

export function createSignedUpdater(options: SignedUpdaterOptions): SignedUpdater {
  const { kind, version, folder, configFile, publicKeys } = options
  const client = createFeedClient(options.feedUrl)
  const signed = new Map<string, SignedFile>()
  const box = { onPercent: (_percent: number): void => undefined }

  async function download(url: URL, destination: string, sha512: string | null): Promise<string> {
    const file = signed.get(sha512 ?? '')
    if (file === undefined) throw new FeedError('damaged')
    await fetchFile(client, url, file, { partFolder: join(folder, 'begun'), destination }, box.onPercent)
    return destination
  }

  async function onManifest({ version: offered, files }: Manifest): Promise<void> {
    await options.onManifest(offered)
    for (const { sha512, size } of files) signed.set(sha512, { sha512, size })
  }

  const app = createAppUpdater({
    kind,
    version,
    folder,
    configFile,
    executor: {
      download: (url, destination, { sha512 }) => download(url, destination, sha512 ?? null),
    },
  })
  const { updater } = app
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: class extends SignedProvider {
      constructor(_options: unknown, _updater: unknown, runtimeOptions: ProviderRuntimeOptions) {
        super({ client, kind, publicKeys, onManifest }, runtimeOptions)
      }
    },
  })

  return {
    async check() {
      const result = await updater.checkForUpdates()
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null
    },
    async download(onPercent) {
      box.onPercent = onPercent
      await updater.downloadUpdate()
    },
    async isWhole() {
      const file = app.file()
      if (file === null) return false
      for (const known of signed.values()) if (await isWhole(file, known)) return true
      return false
    },
    install: (runAfter) => app.install(runAfter),
    close: () => client.close(),
  }
}
