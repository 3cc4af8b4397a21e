import { join } from 'node:path'
import * as v from 'valibot'
import { LineOrder, LineState } from '../far-line/far-server.ts'
import { ServingProcess } from '../process-answer.ts'

/** What the store's process is to do. */
export const StoreOrder = v.variant('order', [LineOrder, v.object({ order: v.literal('count') })])
export type StoreOrder = v.InferOutput<typeof StoreOrder>

/** Where it is, and what it saw so far. */
export const StoreState = v.object({
  ...LineState.entries,
  puts: v.number(),
  /** HEADs, and links that were opened. */
  looks: v.number(),
})
export type StoreState = Readonly<v.InferOutput<typeof StoreState>>

/** Starts the store's process. */
export function farStore(): ServingProcess<StoreOrder, StoreState> {
  return new ServingProcess(join(import.meta.dirname, 'store-process.ts'), StoreState)
}
