import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'

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
  const child = fork(file, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  child.send(order)
  const said: readonly unknown[] = await Promise.race([once(child, 'message'), ended])
  if (child.connected) child.disconnect()
  await ended
  return v.parse(schema, said[0])
}
