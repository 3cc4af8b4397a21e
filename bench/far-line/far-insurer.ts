import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as v from 'valibot'
import { FarLineState, type FarOrder } from './orders.ts'

/** A benchmark's handle on the far insurer's process. */
export class FarInsurer {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(): Promise<FarInsurer> {
    const child = fork(join(import.meta.dirname, 'far-insurer-process.ts'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    return new FarInsurer(child)
  }

  async order(order: FarOrder): Promise<FarLineState> {
    const answered = once(this.#child, 'message')
    this.#child.send(order)
    const said: readonly unknown[] = await answered
    return v.parse(FarLineState, said[0])
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}
