import type { Readable } from 'node:stream'
import { CollectedBytes } from './collected-bytes.ts'

/** The body of an answer, as much as was read of it. */
export interface BoundedBody {
  readonly type: 'complete' | 'too-large' | 'broken-off'
  readonly bytes: Buffer
}

/** Reads a body up to so many bytes, and ends it then. @param heard called for each piece */
export async function readBounded(
  stream: Readable,
  maximumBytes: number,
  heard: () => void = () => undefined,
): Promise<BoundedBody> {
  dropBodyErrors(stream)
  const collected = new CollectedBytes()
  const ended = (type: BoundedBody['type']): BoundedBody => ({ type, bytes: Buffer.from(collected.view()) })
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue
      heard()
      const left = maximumBytes - collected.length
      collected.add(piece.subarray(0, left))
      if (piece.length > left) return ended('too-large')
    }
    return ended('complete')
  } catch {
    return ended('broken-off')
  } finally {
    stream.destroy()
  }
}

/** Ending a body early destroys it with an error, about which we know. */
export function dropBodyErrors(stream: Readable): void {
  stream.on('error', () => undefined)
}

/** A header of undici's answers; null where it is missing. */
export const headerOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value.join(', ') : value) ?? null
