import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { loopbackPort } from '#testing/platform/loopback-port.ts'

/** A web server of head office over a folder, as a feed is: plain files by their names. */
export interface FolderFeed {
  readonly url: string
  /** It answers nothing that could be used. */
  isDown: boolean
  close(): void
}

export async function openFolderFeed(folder: string): Promise<FolderFeed> {
  const server = createServer((request, response) => {
    if (feed.isDown) {
      response.writeHead(503).end()
      return
    }
    const file = createReadStream(join(folder, basename(request.url ?? '')))
    file.once('error', () => response.writeHead(404).end())
    file.once('open', () => file.pipe(response))
  })
  const port = await loopbackPort(server)
  const feed: FolderFeed = {
    url: `http://127.0.0.1:${port}`,
    isDown: false,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return feed
}
