import * as v from 'valibot'

/** What the store is to be from now on. */
export interface StoreOrder {
  /** How many statuses it has. */
  readonly statuses: number
  /** Of them, the first so many are others than before. */
  readonly changed: number
  /** Before each answer, in ms. */
  readonly latencyMs: number
}

export const StoreState = v.object({ port: v.number(), requests: v.number() })
/** Requests are those since the order before. */
export type StoreState = Readonly<v.InferOutput<typeof StoreState>>
