import * as v from 'valibot'
import { LineOrder, LineState } from '../far-line/far-server.ts'

/** Messages from a benchmark to the insurer's process. */
export const InsurerOrders = v.variant('order', [
  /** Delay of each later answer to a POST, in ms. */
  v.object({ order: v.literal('latency'), ms: v.number() }),
  /** Begins anew with so many claims of other branches in each list, and all counts at zero. */
  v.object({ order: v.literal('begin'), rows: v.number() }),
  /** Of the next POST for each product the claim is kept and the answer lost. */
  v.object({ order: v.literal('lose') }),
  LineOrder,
  v.object({ order: v.literal('count') }),
])
export type InsurerOrder = v.InferOutput<typeof InsurerOrders>

/** Counts since the last `begin`. */
export const InsurerCounts = v.object({
  port: v.number(),
  posts: v.number(),
  details: v.number(),
  lists: v.number(),
  /** Of files: what was stored, and HEADs and links that were opened. */
  puts: v.number(),
  looks: v.number(),
  /** Everything that was sent back, heads included. */
  sentBytes: v.number(),
  /** Its other server, with TLS behind a line; null until one was ordered. */
  far: v.nullable(LineState),
})
export type InsurerCounts = Readonly<v.InferOutput<typeof InsurerCounts>>
