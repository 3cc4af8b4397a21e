import { setTimeout as delay } from 'node:timers/promises'
import { eventsSince } from '../application-log.ts'

const lookAgainMs = 200

/**
 * Looks into the application's own log until an event is in it.
 * @param end stops it. @returns whether it came.
 */
export async function awaitEvent(
  name: string,
  { dataFolder, sinceMs }: { readonly dataFolder: string; readonly sinceMs: number },
  end: AbortSignal,
): Promise<boolean> {
  for (;;) {
    // One last read after the end: the log now has what happened just before it.
    const isLast = end.aborted
    const events = await eventsSince(dataFolder, sinceMs)
    if (events.has(name)) return true
    if (isLast) return false
    await delay(lookAgainMs, undefined, { signal: end }).catch(() => undefined)
  }
}
