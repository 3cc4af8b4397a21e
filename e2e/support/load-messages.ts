import * as v from 'valibot'

/** Message from the spec to the load process: each branch's outbox file and insurer address. */
export const LoadOrders = v.variant('order', [
  v.object({
    order: v.literal('open'),
    branches: v.array(v.object({ file: v.string(), url: v.string() })),
    key: v.string(),
    speed: v.number(),
  }),
  v.object({ order: v.literal('queue'), entriesPerBranch: v.number() }),
  v.object({ order: v.literal('go-online') }),
  v.object({ order: v.literal('measure') }),
])
export type LoadOrder = v.InferOutput<typeof LoadOrders>

const Memory = v.object({ rss: v.number(), heapUsed: v.number() })
export type Memory = v.InferOutput<typeof Memory>

/** What the process says. */
export const LoadNews = v.variant('news', [
  v.object({ news: v.literal('done'), memory: Memory }),
  v.object({
    news: v.literal('received'),
    branch: v.number(),
    product: v.picklist(['keke', 'okada']),
    claimant: v.string(),
    accepted: v.number(),
    known: v.number(),
  }),
])
export type LoadNewsItem = v.InferOutput<typeof LoadNews>
