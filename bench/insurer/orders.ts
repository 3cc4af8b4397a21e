import * as v from 'valibot'
import { LineOrder, LineState } from '../far-line/far-server.ts'

/** Messages from a benchmark to the insurer's process. */
export const InsurerOrders = v.variant('order', [
  /** Delay of each later answer to a POST, in ms. */
  v.object({ order: v.literal('latency'), ms: v.number() }),
  /** Resets each list to this many claims, and all counts to zero. */
  v.object({ order: v.literal('begin'), rows: v.number() }),
  /** Of so many next POSTs the claim is kept and the answer lost. */
  v.object({ order: v.literal('lose'), answers: v.number() }),
  LineOrder,
  v.object({ order: v.literal('count') }),
])
export type InsurerOrder = v.InferOutput<typeof InsurerOrders>

/** Counts since the lists were reset. */
export const InsurerCounts = v.object({
  port: v.number(),
  posts: v.number(),
  details: v.number(),
  lists: v.number(),
  listBytes: v.number(),
  /** Everything that was sent back, heads included. */
  sentBytes: v.number(),
  /** Its other server, with TLS behind a line; null until one was ordered. */
  far: v.nullable(LineState),
})
export type InsurerCounts = Readonly<v.InferOutput<typeof InsurerCounts>>
