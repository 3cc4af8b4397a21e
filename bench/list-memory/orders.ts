import * as v from 'valibot'

/** What a reading process is to do, once. */
export const ReadOrder = v.object({
  side: v.picklist(['subject', 'raw']),
  url: v.string(),
})
export type ReadOrder = Readonly<v.InferOutput<typeof ReadOrder>>

/** What it took. */
export const ListRead = v.object({ rows: v.number(), tookMs: v.number(), grownMb: v.number() })
export type ListRead = Readonly<v.InferOutput<typeof ListRead>>
