import { join } from 'node:path'
import * as v from 'valibot'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'

const version = v.pipe(v.string(), v.maxLength(40))
const time = v.pipe(v.string(), v.isoTimestamp())

const MemorySchema = v.object({
  /** The highest version seen with a valid signature: an older release is no longer accepted. */
  highestSeen: v.nullable(version),
  /** Until when the newest manifest of that version is valid. */
  validUntil: v.nullable(time),
  /** Since when which version is ready. */
  ready: v.nullable(v.object({ version, since: time })),
  /** The version that was handed to the installer and has not run yet. */
  handedOver: v.nullable(version),
})

/** What must survive a restart. Contains nothing personal. */
export type UpdateMemory = Readonly<v.InferOutput<typeof MemorySchema>>

const nothing: UpdateMemory = { highestSeen: null, validUntil: null, ready: null, handedOver: null }

export interface MemoryFile {
  readonly memory: UpdateMemory
  /** Changes some of it. If the disk refuses, the worst result is a repeated question. */
  change(patch: Partial<UpdateMemory>): Promise<void>
}

/** Opens `<folder>/memory.json`; an unreadable one counts as none. */
export async function openUpdateMemory(folder: string): Promise<MemoryFile> {
  const file = join(folder, 'memory.json')
  const text = await readText(file)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MemorySchema), text.ok ? text.value : null)
  let memory: UpdateMemory = parsed.success ? parsed.output : nothing
  const inTurn = oneAtATime()
  return {
    get memory() {
      return memory
    },
    async change(patch) {
      memory = { ...memory, ...patch }
      const text = `${JSON.stringify(memory, null, 2)}\n`
      await inTurn(() => writeDurably(file, text))
    },
  }
}
