import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { directNetwork, type Network } from '../network/network.ts'
import { createFeedClient, type FeedClient } from './feed-client.ts'
import { FeedError } from './feed-error.ts'
import { fetchFile, isWhole } from './fetch-file.ts'
import { replaceAppImage, startInstaller } from './installer.ts'
import { channelFileOf, readManifest, readPublishers, type InstallKind, type Manifest } from './manifest.ts'
import { createOffer } from './offer.ts'

const largestManifest = 65_536
const largestSignature = 4_096

export interface SignedUpdaterOptions {
  /** https, or http on this computer. */
  readonly feedUrl: string
  /** Ed25519, 32 bytes as base64 each. */
  readonly publicKeys: readonly string[]
  readonly kind: InstallKind
  /** The running version. */
  readonly version: string
  readonly folder: string
  readonly configFile: string
  /** Called with each release whose signature is valid. Throws a {@link FeedError} if it must not be used. */
  readonly onManifest: (manifest: Pick<Manifest, 'version' | 'validUntil'>) => Promise<void>
}

/** Updates from a feed that is trusted only by its signature. Every error thrown is a {@link FeedError}. */
export interface SignedUpdater {
  /** @returns the available newer version; null when there is none for this computer yet. */
  check(): Promise<string | null>
  /** Downloads what the last check found. */
  download(onPercent: (percent: number) => void): Promise<void>
  /** Whether the download is still there and matches its signed hash. */
  isWhole(): Promise<boolean>
  /** Hands over to the installer. @returns whether it was started. */
  install(runAfter: boolean): Promise<boolean>
  close(): Promise<void>
}

/** @param network how connections leave this computer; directly by default */
export function createSignedUpdater(
  options: SignedUpdaterOptions,
  network: Network = directNetwork,
): SignedUpdater {
  const { kind, version, folder, configFile } = options
  const client = createFeedClient(options.feedUrl, network)
  const pending = join(folder, 'pending')
  const offer = createOffer({
    kind,
    version,
    folder,
    configFile,
    readRelease: () => readRelease(client, options),
  })
  let found: Manifest['files'][number] | null = null

  async function isDownloaded(): Promise<boolean> {
    return found !== null && (await isWhole(join(pending, found.url), found))
  }

  return {
    async check() {
      const release = await offer.find()
      found = release === null ? null : fileFor(release)
      return release?.version ?? null
    },
    async download(onPercent) {
      if (found === null) throw new FeedError('damaged')
      const destination = join(pending, found.url)
      if (!(await isDownloaded())) {
        // A download of another release is useless now.
        await rm(pending, { recursive: true, force: true })
        await mkdir(pending, { recursive: true, mode: 0o700 })
        const to = { partFolder: join(folder, 'begun'), destination }
        await fetchFile(client, client.urlOf(found.url), found, to, onPercent)
      }
      const publishers = await publishersOf(configFile)
      if (publishers.length > 0 && !(await offer.isPublishedBy(publishers, destination))) {
        await rm(destination, { force: true })
        throw new FeedError('wrong-signature')
      }
    },
    isWhole: isDownloaded,
    async install(runAfter) {
      if (found === null) return false
      const file = join(pending, found.url)
      if (kind === 'nsis') {
        return await startInstaller(file, { elevate: join(dirname(configFile), 'elevate.exe'), runAfter })
      }
      const appImage = process.env['APPIMAGE']
      if (appImage === undefined) return false
      replaceAppImage(file, appImage)
      return true
    },
    close: () => client.close(),
  }
}

/** The feed's current release, after its signature was verified and it was found recent enough. */
async function readRelease(client: FeedClient, options: SignedUpdaterOptions): Promise<Manifest> {
  const { kind, publicKeys, onManifest } = options
  const name = channelFileOf(kind)
  const bytes = await client.small(name, largestManifest)
  if (bytes === null) throw new FeedError('not-a-feed')
  const signatures = await client.small(`${name}.sig`, largestSignature)
  const received = { kind, bytes, signatures: signatures?.toString('utf8') ?? null }
  const manifest = readManifest(received, publicKeys)
  await onManifest(manifest)
  return manifest
}

/** The file for this processor, by electron-builder's naming. */
function fileFor({ files }: Manifest): Manifest['files'][number] | null {
  return files.find(({ url }) => url.includes(process.arch)) ?? files[0] ?? null
}

/** The publishers who may sign a Windows installer; empty if the package names none. */
async function publishersOf(configFile: string): Promise<readonly string[]> {
  const text = await readFile(configFile, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? [] : readPublishers(text)
}
