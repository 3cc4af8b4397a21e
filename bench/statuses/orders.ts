import * as v from 'valibot'

/** What the store is to be from now on. */
export const StoreOrder = v.object({
  /** How many statuses it has. */
  statuses: v.number(),
  /** Of them, the first so many are others than before. */
  changed: v.number(),
  /** Before each answer, in ms. */
  latencyMs: v.number(),
})
export type StoreOrder = Readonly<v.InferOutput<typeof StoreOrder>>

export const StoreState = v.object({ port: v.number(), requests: v.number() })
/** Requests are those since the order before. */
export type StoreState = Readonly<v.InferOutput<typeof StoreState>>
