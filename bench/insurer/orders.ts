import * as v from 'valibot'

/** What a benchmark tells the insurer's process. */
export const InsurerOrders = v.variant('order', [
  /** From now on each POST is answered so much later. */
  v.object({ order: v.literal('latency'), ms: v.number() }),
  /** Each list begins with so many claims, and what was counted is forgotten. */
  v.object({ order: v.literal('begin'), rows: v.number() }),
  v.object({ order: v.literal('count') }),
])
export type InsurerOrder = v.InferOutput<typeof InsurerOrders>

/** What was asked of the insurer since it began. */
export const InsurerCounts = v.object({
  port: v.number(),
  posts: v.number(),
  lists: v.number(),
  listBytes: v.number(),
})
export type InsurerCounts = Readonly<v.InferOutput<typeof InsurerCounts>>
