import { join } from 'node:path'
import * as v from 'valibot'
import { ServingProcess } from '../process-answer.ts'

/** What the store's process is to do. */
export const StoreOrder = v.variant('order', [
  /** A line with this round trip and rate, new connections only. */
  v.object({
    order: v.literal('line'),
    line: v.object({ roundTripMs: v.number(), bytesPerSecond: v.number() }),
  }),
  v.object({ order: v.literal('count') }),
])
export type StoreOrder = v.InferOutput<typeof StoreOrder>

/** Where it is, and what it saw so far. */
export const StoreState = v.object({
  url: v.string(),
  certificate: v.string(),
  puts: v.number(),
  /** HEADs, and links that were opened. */
  looks: v.number(),
  /** Bytes of files and parts. */
  stored: v.number(),
  /** Bytes on the line, from and to us, TLS included. */
  up: v.number(),
  down: v.number(),
})
export type StoreState = Readonly<v.InferOutput<typeof StoreState>>

/** Starts the store's process. */
export function farStore(): ServingProcess<StoreOrder, StoreState> {
  return new ServingProcess(join(import.meta.dirname, 'store-process.ts'), StoreState)
}
