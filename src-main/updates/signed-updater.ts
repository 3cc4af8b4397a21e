import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  /** The version that runs. */
  readonly version: string
  readonly folder: string
  readonly configFile: string
  /** Called with each release whose signature is good. Throws a {@link FeedError} where it is not to be taken. */
  readonly onManifest: (version: string) => Promise<void>
}

/** Updates from a feed that is believed by its signature alone. What throws, throws a {@link FeedError}. */
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
  const { kind, version, folder, configFile } = options
  const client = createFeedClient(options.feedUrl)
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
        // What was downloaded of another release is of no use any more.
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

/** The release that the feed has now, once its signature is good and it was not found too old. */
async function readRelease(client: FeedClient, options: SignedUpdaterOptions): Promise<Manifest> {
  const { kind, publicKeys, onManifest } = options
  const name = channelFileOf(kind)
  const bytes = await client.small(name, largestManifest)
  if (bytes === null) throw new FeedError('not-a-feed')
  const signatures = await client.small(`${name}.sig`, largestSignature)
  const received = { kind, bytes, signatures: signatures?.toString('utf8') ?? null }
  const manifest = readManifest(received, publicKeys)
  await onManifest(manifest.version)
  return manifest
}

/** The file for this processor, by its name, as electron-builder names them. */
function fileFor({ files }: Manifest): Manifest['files'][number] | null {
  return files.find(({ url }) => url.includes(process.arch)) ?? files[0] ?? null
}

/** Who has to have signed an installer of Windows; none where the package names nobody. */
async function publishersOf(configFile: string): Promise<readonly string[]> {
  const text = await readFile(configFile, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? [] : readPublishers(text)
}
