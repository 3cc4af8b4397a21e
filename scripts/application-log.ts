import * as v from 'valibot'
import { readLog } from '#main/platform/log.ts'

const LogLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.pipe(v.string(), v.isoTimestamp()), event: v.string() }),
)

/**
 * What happened in the application, by its own log: the one source that every host and package has, without
 * opening anything to the outside.
 */
export async function eventsSince(dataFolder: string, sinceMs: number): Promise<ReadonlySet<string>> {
  const log = await readLog(dataFolder)
  const lines = log.ok ? log.value.split('\n').filter((line) => line !== '') : []
  return new Set(lines.flatMap((line) => eventIn(line, sinceMs)))
}

/** None in a line that is still being written. */
function eventIn(line: string, sinceMs: number): readonly string[] {
  const parsed = v.safeParse(LogLine, line)
  return parsed.success && Date.parse(parsed.output.at) >= sinceMs ? [parsed.output.event] : []
}
