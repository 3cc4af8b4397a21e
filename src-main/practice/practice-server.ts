import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import type { FileStore } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { ObjectStore } from '#main/file-store/object-store.ts'
import { defaultSeed } from './data/policies.ts'
import { decided } from './decided.ts'
import { practiceApp } from './practice-app.ts'
import { PracticeData } from './practice-data.ts'
import { PracticeFiles, practiceStoreAt } from './practice-files.ts'
import { PracticeStore } from './practice-store.ts'

export interface PracticeOptions {
  /** Where created claims and requests are kept; files lie in a folder beside it. */
  readonly file: string
}

export type PracticeFailure = ListenFailure | { readonly type: 'storage-unavailable' }

/** How many pharmacies are made up. */
export const practicePharmacies = 3600

/** A stand-in for the insurer's API on this computer (spec: all eleven endpoints). Nothing reaches the insurer. */
export class PracticeServer {
  /** Random, another one at each start: only this process knows what it accepts. */
  readonly key = randomBytes(32).toString('hex')
  /** Its file store, which nothing asks over the network. */
  readonly files: ObjectStore & Pick<PracticeFiles, 'show'>
  readonly #store: PracticeStore
  readonly #listener: LoopbackListener
  #closing: Promise<void> | null = null

  constructor({ file }: PracticeOptions, store: PracticeStore) {
    this.#store = store
    this.files = new PracticeFiles(`${file}-files`, this)
    const data = new PracticeData({
      seed: defaultSeed,
      pharmacyCount: practicePharmacies,
      store,
      decide: (row) => decided(row, new Date()),
    })
    const app = practiceApp({
      backroom: { data, now: () => new Date() },
      key: () => this.key,
      files: this.files,
    })
    // Left to itself the adapter replaces the process's global Request and Response, which main's own calls use.
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
    // That of the last start if it can be had, as claims hold links with it.
    this.#listener = new LoopbackListener(server, 0, store.lastPort)
  }

  /** The base URL, without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get port(): number {
    return this.#listener.port
  }

  /** How its file store is called. */
  get fileStore(): FileStore {
    return practiceStoreAt(this.port)
  }

  /** False while the connection is pretended to be down. */
  get connected(): boolean {
    return this.#listener.listening
  }

  /** Pretends that the connection is down: open connections end, new ones are refused. */
  disconnect(): Promise<void> {
    return this.#listener.shut()
  }

  /** Opens the same port again. */
  async reconnect(): Promise<Result<undefined, ListenFailure>> {
    // A closed server stays closed.
    if (this.#closing !== null) return err({ type: 'port-unavailable', port: this.port })
    const opened = await this.#listener.open()
    if (!opened.ok) return opened
    keepPort(this.#store, this.port)
    return ok(undefined)
  }

  /** Ends all connections, for good. */
  close(): Promise<void> {
    this.#closing ??= this.#listener.shut()
    return this.#closing
  }
}

function keepPort(store: PracticeStore, port: number): void {
  try {
    store.keepPort(port)
  } catch {
    // A full disk: it serves nevertheless, and the next start takes another port.
  }
}

/**
 * Starts the practice server on 127.0.0.1.
 *
 * Errors: the port is taken or may not be opened, or the file cannot be used.
 */
export async function startPracticeServer(
  options: PracticeOptions,
): Promise<Result<PracticeServer, PracticeFailure>> {
  const opened = openPracticeStore(options.file)
  if (!opened.ok) return opened
  const server = new PracticeServer(options, opened.value)
  const connected = await server.reconnect()
  return connected.ok ? ok(server) : connected
}

/** Opens the file of practice; null keeps nothing. */
export function openPracticeStore(
  file: string | null,
): Result<PracticeStore, { readonly type: 'storage-unavailable' }> {
  try {
    return ok(new PracticeStore(file))
  } catch {
    return err({ type: 'storage-unavailable' })
  }
}

/** The port is in use or may not be opened by this user, or loopback is missing. */
export interface ListenFailure {
  readonly type: 'port-unavailable'
  readonly port: number
}

const host = '127.0.0.1'

/** A server's listener on loopback, which can be closed and reopened on the same port. */
export class LoopbackListener {
  readonly #server: Server
  #port: number
  #preferred: number
  // One step at a time: a reconnect that overtakes a disconnect would find our own port still in use.
  readonly #inTurn = oneAtATime()

  /**
   * @param port 0 takes any free one, and keeps it
   * @param preferred where `port` is 0: taken if it is free
   */
  constructor(server: Server, port: number, preferred = 0) {
    this.#server = server
    this.#port = port
    this.#preferred = port === 0 ? preferred : 0
  }

  get port(): number {
    return this.#port
  }

  get listening(): boolean {
    return this.#server.listening
  }

  open(): Promise<Result<number, ListenFailure>> {
    return this.#inTurn(() => this.#open())
  }

  /** Refuses new connections and ends all open ones. */
  shut(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#server.listening) return
      const closed = once(this.#server, 'close')
      this.#server.close()
      this.#server.closeAllConnections()
      await closed
    })
  }

  async #open(): Promise<Result<number, ListenFailure>> {
    if (this.#server.listening) return ok(this.#port)
    const preferred = this.#preferred
    this.#preferred = 0
    this.#server.listen({ host, port: preferred === 0 ? this.#port : preferred, exclusive: true })
    try {
      await once(this.#server, 'listening')
    } catch {
      return preferred === 0 ? err({ type: 'port-unavailable', port: this.#port }) : await this.#open()
    }
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    return ok(this.#port)
  }
}
