import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as v from 'valibot'
import { InsurerCounts, type InsurerOrder } from './orders.ts'

/** A benchmark's handle on the insurer's process. */
export class Insurer {
  readonly #child: ChildProcess
  readonly url: string

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.url = `http://127.0.0.1:${port}`
  }

  static async start(): Promise<Insurer> {
    const child = fork(join(import.meta.dirname, 'insurer-process.ts'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    return new Insurer(child, (await nextCounts(child)).port)
  }

  /** Sends an order. @returns the request counts so far. */
  async order(order: InsurerOrder): Promise<InsurerCounts> {
    const answered = nextCounts(this.#child)
    this.#child.send(order)
    return await answered
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}

async function nextCounts(child: ChildProcess): Promise<InsurerCounts> {
  const said: readonly unknown[] = await once(child, 'message')
  return v.parse(InsurerCounts, said[0])
}
