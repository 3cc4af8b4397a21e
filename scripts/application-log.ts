import * as v from 'valibot'
import { readLog } from '#main/platform/log.ts'

const LogLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.objectWithRest(
    { at: v.pipe(v.string(), v.isoTimestamp()), event: v.string() },
    v.union([v.string(), v.number(), v.boolean()]),
  ),
)

/** A line of the log: when, what, and its codes. */
export type LogEvent = v.InferOutput<typeof LogLine>

/**
 * What happened in the application, by its own log: the one source that every host and package has, without
 * opening anything to the outside.
 */
export async function eventsSince(dataFolder: string, sinceMs: number): Promise<readonly LogEvent[]> {
  const log = await readLog(dataFolder)
  const lines = log.ok ? log.value.split('\n').filter((line) => line !== '') : []
  return lines.flatMap((line) => eventIn(line, sinceMs))
}

/** None in a line that is still being written. */
function eventIn(line: string, sinceMs: number): readonly LogEvent[] {
  const parsed = v.safeParse(LogLine, line)
  return parsed.success && Date.parse(parsed.output.at) >= sinceMs ? [parsed.output] : []
}
