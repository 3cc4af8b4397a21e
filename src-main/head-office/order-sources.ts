import { join } from 'node:path'
import type { Network } from '../network/network.ts'
import type { OfficeFolders } from '../platform/office-folders.ts'
import { createFeedClient, FeedError } from '../updates/feed-client.ts'
import { largestOrder } from './order-format.ts'
import { readSmallFile, type SmallFile } from './read-small-file.ts'

/** The one name that is looked for, in the folder and beside the updates: nothing else there is ever read. */
export const orderFileName = 'head-office.claims-desk'

/** Where a file of head office may lie. */
export const orderSources = ['folder', 'feed'] as const
export type OrderSource = (typeof orderSources)[number]

/** Reads the file from one place. Null: there is none, or the place cannot be reached now. */
export type ReadOrder = () => Promise<SmallFile>

/** Of a share or a synced folder, which may hang: through what guards all such folders. */
export async function readFromFolder(folder: string, folders: OfficeFolders): Promise<SmallFile> {
  if (folder === '') return null
  const read = await folders.run((step) =>
    step(() => readSmallFile(join(folder, orderFileName), largestOrder)),
  )
  return read.ok ? read.value : null
}

/** From beside the updates. */
export async function readFromFeed(feed: string | null, network: Network): Promise<SmallFile> {
  if (feed === null) return null
  const client = createFeedClient(feed, network)
  try {
    return await client.small(orderFileName, largestOrder)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return error.reason === 'not-a-feed' ? 'unfit' : null
  } finally {
    await client.close()
  }
}
