import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import type { FileStore } from '#shared/domain/file-store.ts'
import { createS3Requests } from '#main/file-store/s3-requests.ts'
import { directNetwork } from '#main/network/network.ts'
import { pathOf, swiftProgram } from '../../scripts/debian-packages.ts'

/** What strangers may do with a bucket: nothing, open the links, or list it as well. */
export type Openness = 'closed' | 'links' | 'list'

export interface RunningStore {
  /** Its address, without a bucket. */
  readonly endpoint: string
  readonly accessKey: { readonly id: string; readonly secret: string }
  /** Makes a bucket. @returns how it is used, with public links and path style */
  readonly makeBucket: (bucket: string, openness: Openness) => Promise<FileStore>
  readonly stop: () => Promise<void>
}

/** OpenStack Swift, where this machine has it. */
export const swift = {
  name: 'Swift',
  package: swiftProgram.package,
  isInstalled: pathOf(swiftProgram) !== undefined,
  start: startSwift,
} as const

const script = fileURLToPath(new URL('start-swift.py', import.meta.url))
const accessKey = { id: 'desk:tester', secret: 'testing' }
const readyTimeoutMs = 60_000
const readBy: Readonly<Record<Openness, string>> = { closed: '', links: '.r:*', list: '.r:*,.rlistings' }

/** @throws Error with its last words when it does not start */
async function startSwift(): Promise<RunningStore> {
  // Debian's own Python: its packages are not another's.
  const process = spawn('/usr/bin/python3', [script], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(process, 'exit')
  const said: string[] = []
  createInterface({ input: process.stderr }).on('line', (line) => said.push(line))
  const port = await new Promise<string | undefined>((resolve) => {
    const late = setTimeout(() => resolve(undefined), readyTimeoutMs)
    createInterface({ input: process.stdout }).on('line', (line) => {
      const [, listening] = /^listening (\d+)$/.exec(line) ?? []
      if (listening !== undefined) resolve(listening)
    })
    void ended.then(() => resolve(undefined)).finally(() => clearTimeout(late))
  })
  const stop = async (): Promise<void> => {
    // It then clears up behind itself.
    process.stdin.end()
    await ended
  }
  if (port === undefined) {
    await stop()
    throw new Error(`Swift did not start: ${said.slice(-5).join(' | ')}`)
  }
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    accessKey,
    stop,
    makeBucket: (bucket, openness) => makeBucket(endpoint, bucket, openness),
  }
}

async function makeBucket(endpoint: string, bucket: string, openness: Openness): Promise<FileStore> {
  const base = `${endpoint}/v1/AUTH_desk/${bucket}`
  const store: FileStore = {
    endpoint,
    region: 'us-east-1',
    bucket,
    prefix: 'claims/',
    style: 'path',
    links: base,
  }
  const requests = createS3Requests({ store, accessKey, network: directNetwork, now: () => new Date() })
  const made = await requests.ask({ method: 'PUT', name: '' }, AbortSignal.timeout(readyTimeoutMs))
  await requests.transport.close()
  if (!made.ok) throw new Error(`the bucket was not made: ${JSON.stringify(made.error)}`)
  const headers = { 'x-test-owner': 'yes', 'x-container-read': readBy[openness] }
  const opened = await fetch(base, { method: 'POST', headers })
  if (!opened.ok) throw new Error(`the bucket was not opened: ${opened.status}`)
  return store
}
