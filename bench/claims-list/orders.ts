import * as v from 'valibot'

/** What a process of its own is to do in a folder, once. */
export const TableOrder = v.object({ side: v.picklist(['measure', 'fill']), folder: v.string() })
export type TableOrder = Readonly<v.InferOutput<typeof TableOrder>>

/** The longest turns of the event loop: how long everything else waited, and how long this thread worked. */
const Turn = v.object({ ms: v.number(), workedMs: v.number() })
export type Turn = Readonly<v.InferOutput<typeof Turn>>

/** What one process measured, in ms. */
export const TableMeasured = v.object({
  /** Until the first window of a list that was not open. */
  coldMs: v.number(),
  /** Another window of the open list. */
  openMs: v.number(),
  /** A window after the outbox has changed. */
  changedMs: v.number(),
  /** A window in another order. */
  sortedMs: v.number(),
  /** Each letter that was typed, in order. */
  letterMs: v.array(v.number()),
  turns: v.record(v.string(), Turn),
})
export type TableMeasured = Readonly<v.InferOutput<typeof TableMeasured>>
