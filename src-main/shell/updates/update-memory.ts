import { join } from 'node:path'
import * as v from 'valibot'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'

const version = v.pipe(v.string(), v.maxLength(40))

const MemorySchema = v.object({
  /** The highest version seen with a valid signature: an older release is no longer accepted. */
  highestSeen: v.nullable(version),
  /** Until when the manifest seen last was valid. */
  validUntil: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** The version that was handed to the installer last. */
  handedOver: v.nullable(version),
})

/** What must survive a restart. Contains nothing personal. */
type UpdateMemory = Readonly<v.InferOutput<typeof MemorySchema>>

const nothing: UpdateMemory = { highestSeen: null, validUntil: null, handedOver: null }

export type MemoryFile = Awaited<ReturnType<typeof openUpdateMemory>>

/** Opens `<folder>/memory.json`; an unreadable one counts as none. */
export async function openUpdateMemory(folder: string) {
  const file = join(folder, 'memory.json')
  const text = await readText(file)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MemorySchema), text.ok ? text.value : null)
  let memory: UpdateMemory = parsed.success ? parsed.output : nothing
  const inTurn = oneAtATime()
  return {
    get memory(): UpdateMemory {
      return memory
    },
    /** Changes some of it. If the disk refuses, the worst result is a repeated question. */
    async change(patch: Partial<UpdateMemory>): Promise<void> {
      memory = { ...memory, ...patch }
      const text = `${JSON.stringify(memory, null, 2)}\n`
      await inTurn(() => writeDurably(file, text))
    },
  }
}

/** Whether one plain version comes after another. */
export function isNewer(version: string, than: string): boolean {
  const [these, those] = [version, than].map((text) => text.split(/[.-]/).slice(0, 3).map(Number))
  for (const [index, number] of (these ?? []).entries()) {
    const other = those?.[index] ?? 0
    if (number !== other) return number > other
  }
  return false
}

/** Whether a manifest that was valid until then (ISO) is not any longer. */
export function isOver(validUntil: string | null, now: Date): boolean {
  return validUntil !== null && Date.parse(validUntil) <= now.getTime()
}
