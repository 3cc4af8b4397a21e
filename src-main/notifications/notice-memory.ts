import * as v from 'valibot'
import type { EngineMemory } from '../outbox/engine-memory.ts'

const list = v.pipe(v.array(v.string()), v.maxLength(10_000), v.readonly())
const alarm = v.picklist(['no', 'held', 'reported'])
const RememberedSchema = v.strictObject({
  /** Ids of entries that wait for the end of the minute in which they are grouped into one notification. */
  group: v.optional(list, []),
  /** Ids of entries to report when the quiet hours are over. */
  held: list,
  /** Doubts already reported: the entry's id and since when. */
  reportedDoubts: list,
  keyRefused: alarm,
  filesHeld: alarm,
})

/**
 * What survives a restart, so that nothing is reported twice and nothing pending is lost. Contains only our own ids.
 */
export type Remembered = Readonly<v.InferOutput<typeof RememberedSchema>>

const nothing: Remembered = { group: [], held: [], reportedDoubts: [], keyRefused: 'no', filesHeld: 'no' }

/** What was remembered; empty if there is nothing or it is invalid. */
export function readRemembered(memory: EngineMemory): Remembered {
  const text = memory.read('notices')
  if (text === null) return nothing
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RememberedSchema), text)
  return parsed.success ? parsed.output : nothing
}

/** Saves it. If the disk refuses, the worst result is a notification lost or repeated after the next start. */
export function writeRemembered(memory: EngineMemory, remembered: Remembered): void {
  const { group, held, reportedDoubts, keyRefused, filesHeld } = remembered
  const isQuiet = keyRefused === 'no' && filesHeld === 'no'
  const isNothing = [...group, ...held, ...reportedDoubts].length === 0 && isQuiet
  memory.write('notices', isNothing ? null : JSON.stringify(remembered))
}
