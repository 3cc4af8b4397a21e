import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeyHider } from '#main/network/hide-key.ts'
import type { ArrivingAnswer, LostCause } from '#main/network/send.ts'
import { garbledCode } from '#main/network/transport-error.ts'
import { unpacked } from '#main/network/body.ts'
import type { ListReading, ListStep } from './claim-list.ts'
import type { AnswerBody, Exchange } from './exchange.ts'
import { ListScanner } from './list-scanner.ts'
import { longestRowBytes } from './wire/scalars.ts'

/** After this much work at a stretch, the reading yields to everything else in main. */
const longestTurnMs = 16

/** Reading the text of one takes some milliseconds at most. */
const rowsAtOnce = 4

type RowStep = ListStep | 'unreadable'

/** Gets the rows as parsed JSON, before anything checks their fields. */
export interface RowReading extends Omit<ListReading, 'onRows'> {
  readonly onRows: (rows: readonly unknown[], hideKey: KeyHider) => RowStep | Promise<RowStep>
}

/** The outcome of reading a list. The body of the exchange is what stands around the rows. */
export interface ListExchange {
  readonly exchange: Exchange
  /** Bytes of the body as they came over the line. */
  readonly bytes: number
  /** Whether it ended early, because no more rows were wanted. */
  readonly isStopped: boolean
  readonly etag: string | null
}

/** What a list is asked for with, beyond any question. */
export function listHeaders({ etag }: RowReading): Readonly<Record<string, string>> {
  return {
    // An old list out of a cache would prove a claim absent that is there.
    'cache-control': 'no-cache',
    ...(isUsable(etag) ? { 'if-none-match': etag } : {}),
  }
}

// Any other value is not sent back: it would be refused as a header, or match nothing.
const isUsable = (etag: string | null | undefined): etag is string =>
  typeof etag === 'string' && /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag)

type ListBody = Pick<ListExchange, 'bytes' | 'isStopped'> & { readonly body: AnswerBody }

/** Reads the rows of an answer. Every outcome is data, and ending early closes the connection. */
export async function readList(
  { status, header, body, signal, lostCause, whileHeld }: ArrivingAnswer,
  { onRows, onProgress, etag }: RowReading,
  hideKey: KeyHider,
): Promise<ListBody> {
  const length = header('content-length') ?? ''
  const totalBytes = /^\d{1,15}$/.test(length) ? Number(length) : null
  const scanner = new ListScanner({
    hasRows: status >= 200 && status < 300,
    maximumPartBytes: longestRowBytes,
  })
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      bytes += piece.length
      yield piece
    }
  }
  const ended = (found: AnswerBody): ListBody => ({ body: found, bytes, isStopped: scanner.isStopped })
  if (status === 304 && isUsable(etag)) return ended({ type: 'not-modified' })
  const pieces = unpacked(counted(), header('content-encoding'))[Symbol.asyncIterator]()
  let givenWayMs = performance.now()
  const giveWay = async (): Promise<void> => {
    if (performance.now() - givenWayMs <= longestTurnMs) return
    await nextTurn()
    givenWayMs = performance.now()
  }
  for (;;) {
    // Pieces that have come already follow each other without a turn of the loop: the page would wait for all of them.
    await giveWay()
    // Only what the network does is caught: an exception in `onRows` is a bug.
    const next = await pieces.next().catch((error: unknown) => ({ error }))
    if ('error' in next) return ended(brokenBody(next.error, lostCause()))
    if (signal.aborted) return ended({ type: 'broken-off', cause: lostCause() })
    if (next.done === true) return ended({ type: 'complete', text: scanner.text() })
    const rows = next.value instanceof Uint8Array ? scanner.take(next.value) : []
    onProgress?.(bytes, totalBytes)
    for (let at = 0; at < rows.length && !scanner.isStopped; at += rowsAtOnce) {
      await giveWay()
      const taking = onRows(rows.slice(at, at + rowsAtOnce), hideKey)
      const step = taking instanceof Promise ? await whileHeld(taking) : taking
      if (step === 'unreadable') return ended({ type: 'unreadable' })
      if (step === 'stop') scanner.stop()
    }
    if (scanner.problem !== null) return ended({ type: scanner.problem })
    if (scanner.isEnough) return ended({ type: 'complete', text: scanner.text(true) })
  }
}

/** A body that ended early, or that nobody can read. */
export function brokenBody(error: unknown, cause: LostCause): AnswerBody {
  const code = cause === 'reset' ? garbledCode(error, true) : null
  return code === null ? { type: 'broken-off', cause } : { type: 'garbled', code }
}
