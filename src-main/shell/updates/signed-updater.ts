import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { directNetwork, type Network } from '#main/network/network.ts'
import { createFeedClient, FeedError, type FeedClient } from './feed-client.ts'
import { fetchFile, isWhole } from './fetch-file.ts'
import { channelFile, readManifest, type Manifest } from './manifest.ts'
import { isNewer, isOver, type MemoryFile } from './update-memory.ts'

const largestManifest = 65_536
const largestSignature = 4_096

export interface SignedUpdaterOptions {
  /** https, or http on this computer. */
  readonly feedUrl: string
  /** Ed25519, 32 bytes as base64 each. */
  readonly publicKeys: readonly string[]
  /** The running version. */
  readonly version: string
  readonly folder: string
  readonly memory: MemoryFile
  readonly now: () => Date
}

export type SignedUpdater = ReturnType<typeof createSignedUpdater>

/**
 * Updates from a feed that is trusted only by its signature. Every error thrown is a {@link FeedError}.
 *
 * @param network how connections leave this computer; directly by default
 */
export function createSignedUpdater(options: SignedUpdaterOptions, network: Network = directNetwork) {
  const { version, folder } = options
  const client = createFeedClient(options.feedUrl, network)
  const pending = join(folder, 'pending')
  let found: Manifest | null = null

  async function isDownloaded(): Promise<boolean> {
    return found !== null && (await isWhole(join(pending, found.file), found))
  }

  return {
    /** @returns the newer version that the feed offers; null when there is none. */
    async check(): Promise<string | null> {
      const release = await readRelease(client, options)
      if (!isNewer(release.version, version)) return null
      found = release
      return release.version
    },
    /** Downloads what the last check found. */
    async download(onPercent: (percent: number) => void): Promise<void> {
      if (found === null) throw new FeedError('damaged')
      if (await isDownloaded()) return
      // A download of another release is useless now.
      await rm(pending, { recursive: true, force: true })
      await mkdir(pending, { recursive: true, mode: 0o700 })
      const to = { partFolder: join(folder, 'begun'), destination: join(pending, found.file) }
      await fetchFile(client, found.file, found, to, onPercent)
    },
    /** Whether the download is still there and matches its signed hash. */
    isWhole: isDownloaded,
    /** Hands over to the installer, which opens the new version. @returns whether it was started. */
    async install(): Promise<boolean> {
      return found !== null && (await startInstaller(join(pending, found.file)))
    },
    close: () => client.close(),
  }
}

/** The feed's current release, after its signature was verified. */
async function readRelease(
  client: FeedClient,
  { publicKeys, version, memory, now }: SignedUpdaterOptions,
): Promise<Manifest> {
  const bytes = await client.small(channelFile, largestManifest)
  if (bytes === null) throw new FeedError('not-a-feed')
  const signatures = await client.small(`${channelFile}.sig`, largestSignature)
  const manifest = readManifest(bytes, signatures?.toString('utf8') ?? null, publicKeys)
  // Old manifests have valid signatures too: a feed must not bring back known faults.
  const { highestSeen, validUntil } = memory.memory
  if ([version, highestSeen].some((known) => known !== null && isNewer(known, manifest.version))) {
    throw new FeedError('older')
  }
  if (highestSeen !== manifest.version || validUntil !== manifest.validUntil)
    await memory.change({ highestSeen: manifest.version, validUntil: manifest.validUntil })
  if (isOver(manifest.validUntil, now())) throw new FeedError('expired')
  return manifest
}

/** Starts the installer (NSIS) silently. @returns whether it runs; this process may end then */
function startInstaller(installer: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const child = spawn(installer, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' })
      child.once('error', () => resolve(false))
      child.once('spawn', () => {
        child.unref()
        resolve(true)
      })
    } catch {
      // Windows throws some of these errors synchronously.
      resolve(false)
    }
  })
}
