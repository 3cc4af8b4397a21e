import { Provider, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater/out/types.js'
import type { FeedClient } from './feed-client.ts'
import { FeedError } from './feed-error.ts'
import { channelFileOf, readManifest, type InstallKind, type Manifest } from './manifest.ts'

const largestManifest = 65_536
const largestSignature = 4_096

export interface SignedProviderOptions {
  readonly client: FeedClient
  readonly kind: InstallKind
  readonly publicKeys: readonly string[]
  /** Told of each release that is good, before anything is done with it. Throws where it is not to be taken. */
  readonly onManifest: (manifest: Manifest) => Promise<void>
}

/** Tells electron-updater of a release once its manifest was found to be signed: the feed itself is not believed. */
export class SignedProvider extends Provider<UpdateInfo> {
  readonly #options: SignedProviderOptions

  constructor(options: SignedProviderOptions, runtimeOptions: ProviderRuntimeOptions) {
    super(runtimeOptions)
    this.#options = options
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    const { client, kind, publicKeys, onManifest } = this.#options
    const file = channelFileOf(kind)
    const bytes = await client.small(file, largestManifest)
    if (bytes === null) throw new FeedError('not-a-feed')
    const signatures = await client.small(`${file}.sig`, largestSignature)
    const manifest = readManifest(
      { kind, bytes, signatures: signatures?.toString('utf8') ?? null },
      publicKeys,
    )
    await onManifest(manifest)
    return infoOf(manifest)
  }

  override resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
    return files.map((info) => ({ url: this.#options.client.urlOf(info.url), info }))
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
