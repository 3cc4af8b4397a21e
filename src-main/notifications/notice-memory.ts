import * as v from 'valibot'
import type { EngineMemory } from '../outbox/engine-memory.ts'

const list = v.pipe(v.array(v.string()), v.maxLength(10_000), v.readonly())
const RememberedSchema = v.strictObject({
  /** Ids of entries that wait for the end of the minute in which they are told together. */
  group: v.optional(list, []),
  /** Ids of entries that are told of when the quiet hours are over. */
  held: list,
  /** Doubts that were told: the entry's id and since when. */
  toldDoubts: list,
  keyRefused: v.picklist(['no', 'held', 'told']),
})

/** What outlives a start, so that nothing is told twice and nothing that waits to be told is lost. Ids of ours alone. */
export type Remembered = Readonly<v.InferOutput<typeof RememberedSchema>>

const nothing: Remembered = { group: [], held: [], toldDoubts: [], keyRefused: 'no' }

/** What was remembered; nothing, where there is nothing or it makes no sense. */
export function readRemembered(memory: EngineMemory): Remembered {
  const text = memory.read('notices')
  if (text === null) return nothing
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RememberedSchema), text)
  return parsed.success ? parsed.output : nothing
}

/** Remembers. A disk that does not take it costs a notification lost or told twice at the next start, nothing else. */
export function writeRemembered(memory: EngineMemory, remembered: Remembered): void {
  const { group, held, toldDoubts, keyRefused } = remembered
  const isNothing = [...group, ...held, ...toldDoubts].length === 0 && keyRefused === 'no'
  memory.write('notices', isNothing ? null : JSON.stringify(remembered))
}
