import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as v from 'valibot'
import { StoreState, type StoreOrder } from './orders.ts'

/** A benchmark's handle on the store's process. */
export class FarStore {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(): Promise<FarStore> {
    const child = fork(join(import.meta.dirname, 'store-process.ts'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    return new FarStore(child)
  }

  async order(order: StoreOrder): Promise<StoreState> {
    const answered = once(this.#child, 'message')
    this.#child.send(order)
    const said: readonly unknown[] = await answered
    return v.parse(StoreState, said[0])
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}
