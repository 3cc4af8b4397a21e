import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'

const NewsSchema = v.object({ argv: v.array(v.string()), workingDirectory: v.string(), data: v.unknown() })
/** Message from a second start to the first. */
export type SecondInstance = v.InferOutput<typeof NewsSchema>

// A unix socket's path is at most 107 bytes long.
const longestSocketPath = 100

function socketPath(folder: string): string {
  const inside = join(folder, 'instance.sock')
  if (inside.length <= longestSocketPath) return inside
  return join(tmpdir(), `stand-in-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.sock`)
}

/**
 * One running application per data folder. The lock is an exclusive transaction on an SQLite file: taken
 * synchronously, as Electron's is, and let go by the operating system when the process is killed.
 */
export class InstanceLock {
  readonly #folder: string
  #held: DatabaseSync | null = null
  #server: Server | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @returns false when another process holds it. */
  take(onSecondInstance: (news: SecondInstance) => void): boolean {
    if (this.#held !== null) return true
    const database = this.#lockFile()
    if (database === null) return false
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
      this.#listen(onSecondInstance)
    } catch {
      database.close()
      return false
    }
    this.#held = database
    return true
  }

  // In a folder that may not be written to there is no lock to be had, as in Electron.
  #lockFile(): DatabaseSync | null {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      accessSync(this.#folder, constants.W_OK)
      return new DatabaseSync(join(this.#folder, 'instance.lock'), { timeout: 0 })
    } catch {
      return null
    }
  }

  release(): void {
    this.#server?.close()
    this.#held?.close()
    this.#held = null
  }

  /** Notifies the process that holds the lock of the second start. It may not be listening yet. */
  async notifyFirst(news: SecondInstance): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt++) {
      if (await this.#deliver(JSON.stringify(news))) return
      await pause(100)
    }
  }

  #listen(onSecondInstance: (news: SecondInstance) => void): void {
    const path = socketPath(this.#folder)
    // Its owner is gone: this process holds the lock.
    rmSync(path, { force: true })
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      let text = ''
      socket.setEncoding('utf8')
      socket.on('data', (chunk: string) => (text += chunk))
      socket.on('error', () => socket.destroy())
      socket.on('end', () => {
        socket.end('seen')
        const news = v.safeParse(NewsSchema, JSON.parse(text))
        if (news.success) onSecondInstance(news.output)
      })
    })
    this.#server.listen(path)
    this.#server.unref()
  }

  async #deliver(text: string): Promise<boolean> {
    return await new Promise((resolve) => {
      const socket = connect(socketPath(this.#folder))
      let seen = false
      socket.on('connect', () => socket.end(text))
      socket.on('data', () => (seen = true))
      socket.on('error', () => resolve(false))
      socket.on('close', () => resolve(seen))
    })
  }
}
