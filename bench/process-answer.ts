import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

const start = (file: string): ChildProcess =>
  fork(file, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

/**
 * Starts a process of its own for one measurement, gives it its order, and waits until it has ended.
 *
 * @returns the message it sent. @throws where it ended without one, or with another
 */
export async function answerOfProcess<T>(
  file: string,
  order: object,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const child = start(file)
  const ended = once(child, 'exit')
  child.send(order)
  const said: readonly unknown[] = await Promise.race([once(child, 'message'), ended])
  if (child.connected) child.disconnect()
  await ended
  return v.parse(schema, said[0])
}

/** A process that serves a benchmark: it says when it is ready, and answers each order with its state. */
export class ServingProcess<O extends object, S> {
  readonly #child: ChildProcess
  readonly #schema: v.GenericSchema<unknown, S>
  readonly #ready: Promise<unknown>

  constructor(file: string, schema: v.GenericSchema<unknown, S>) {
    this.#child = start(file)
    this.#schema = schema
    this.#ready = once(this.#child, 'message')
  }

  async order(order: O): Promise<S> {
    await this.#ready
    const answered = once(this.#child, 'message')
    this.#child.send(order)
    const said: readonly unknown[] = await answered
    return v.parse(this.#schema, said[0])
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}
