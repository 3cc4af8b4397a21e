import { join } from 'node:path'
import * as v from 'valibot'
import { ServingProcess } from '../process-answer.ts'

/** Messages from a benchmark to the far insurer's process; each is answered with its state. */
export const FarOrder = v.variant('order', [
  /** A new line, with an address of its own; the earlier one breaks. */
  v.object({
    order: v.literal('line'),
    roundTripMs: v.number(),
    /** Each way; null for as many as the machine carries. */
    bytesPerSecond: v.nullable(v.number()),
  }),
  v.object({ order: v.literal('count') }),
])
export type FarOrder = v.InferOutput<typeof FarOrder>

/** Counts since the process began. */
export const FarLineState = v.object({
  url: v.string(),
  certificate: v.string(),
  posts: v.number(),
  connections: v.number(),
  /** Of those, how many resumed an earlier TLS session. */
  resumed: v.number(),
  /** Bytes on the line, from and to us, TLS included. */
  up: v.number(),
  down: v.number(),
})
export type FarLineState = Readonly<v.InferOutput<typeof FarLineState>>

export type FarInsurer = ServingProcess<FarOrder, FarLineState>

/** Starts the far insurer's process. */
export function farInsurer(): FarInsurer {
  return new ServingProcess(join(import.meta.dirname, 'far-insurer-process.ts'), FarLineState)
}
