import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { publicKeyOf, signatureLine } from '../../scripts/sign-release.ts'

/** A key that signs releases, and its public half as builds carry it. */
export interface ReleaseKey {
  readonly privateKey: KeyObject
  readonly publicKey: string
}

export function makeReleaseKey(): ReleaseKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

export interface Release {
  readonly version: string
  readonly content: Buffer
  readonly key: ReleaseKey
  readonly channelFile?: string
  readonly validUntil?: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A real feed on this computer: files over HTTP with ranges, like a plain web server, plus failures on demand. */
export class LocalFeed {
  readonly files = new Map<string, Buffer>()
  /** Responses in place of a file. */
  readonly answers = new Map<string, Answer>()
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  readonly #server = createServer((request, response) => this.#answer(request, response))

  static async open(): Promise<LocalFeed> {
    const feed = new LocalFeed()
    feed.#server.listen(0, '127.0.0.1')
    await once(feed.#server, 'listening')
    return feed
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/desk`
  }

  get paths(): readonly string[] {
    return this.requests.map(({ path }) => path)
  }

  /** Puts a release there, signed. */
  publish(release: Release): void {
    const { content, key, channelFile = 'latest.json' } = release
    const manifest = Buffer.from(manifestOf(release))
    this.files.set(fileOf(release), content)
    this.files.set(channelFile, manifest)
    this.files.set(`${channelFile}.sig`, Buffer.from(signatureLine(channelFile, manifest, key.privateKey)))
  }

  /** Takes the release back: its manifest and its signature are gone. */
  withdraw(): void {
    for (const name of ['latest.json', 'latest.json.sig']) this.files.delete(name)
  }

  /** Sends that many bytes of a file, then breaks off. */
  breakOff(file: string, afterBytes: number): void {
    this.answers.set(file, (request, response) => {
      const whole = this.files.get(file) ?? Buffer.alloc(0)
      const start = startOf(request)
      response.writeHead(start === 0 ? 200 : 206, { 'content-length': whole.length - start })
      response.write(whole.subarray(start, start + afterBytes), () => response.socket?.end())
    })
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').replace(/^\/desk\//, '')
    this.requests.push({ path, headers: request.headers })
    const answer = this.answers.get(path)
    const file = this.files.get(path)
    if (answer !== undefined) answer(request, response)
    else if (file === undefined) response.writeHead(404).end('made up: not here')
    else {
      const start = startOf(request)
      response.writeHead(start === 0 ? 200 : 206, { 'content-length': file.length - start })
      response.end(file.subarray(start))
    }
  }
}

/** The name of a release's file, as electron-builder gives it. */
export function fileOf({ version }: Pick<Release, 'version'>): string {
  return `claims-desk-${version}-win-x64.exe`
}

/** A manifest as it is signed. */
function manifestOf(release: Release): string {
  const { version, content, validUntil = '2099-01-01T00:00:00.000Z' } = release
  const sha512 = createHash('sha512').update(content).digest('base64')
  return JSON.stringify({ version, validUntil, file: fileOf(release), sha512, size: content.length })
}

function startOf({ headers }: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
}
