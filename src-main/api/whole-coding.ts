import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Dispatcher } from 'undici'

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

/** No answer that is read to its end is longer; a longer one is left to the reader's own limit. */
const mostBytes = 20 * 1024 * 1024

/**
 * Looks on while an answer comes in, and tells whether its compressed form was whole: undici's own decoder passes on
 * what came and says nothing, and half an answer must not count as one.
 */
export class WholeCoding implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler
  #codings: readonly string[] = []
  #chunks: Buffer[] = []
  #length = 0

  constructor(inner: Dispatcher.DispatchHandler) {
    this.#inner = inner
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#inner.onRequestStart?.(controller, context)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    statusText?: string,
  ): void {
    this.#codings = [headers['content-encoding'] ?? []]
      .flat()
      .flatMap((value) => value.split(','))
      .map((coding) => coding.trim().toLowerCase())
      .filter((coding) => coding !== '' && coding !== 'identity')
    this.#inner.onResponseStart?.(controller, status, headers, statusText)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#codings.length > 0 && this.#length <= mostBytes) this.#chunks.push(Buffer.from(chunk))
    this.#inner.onResponseData?.(controller, chunk)
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#inner.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#inner.onResponseError?.(controller, error)
  }

  onRequestUpgrade(
    ...upgrade: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestUpgrade']>>
  ): void {
    this.#inner.onRequestUpgrade?.(...upgrade)
  }

  /** Whether any coding was used that can break off. */
  isUsed(): boolean {
    return this.#codings.length > 0
  }

  /** Whether everything came that the codings need; ask once the answer has ended. */
  isWhole(): boolean {
    if (this.#length === 0 || this.#length > mostBytes) return true
    let bytes: Buffer = Buffer.concat(this.#chunks)
    for (const coding of this.#codings.toReversed()) {
      const decode = decoders[coding]
      // An unknown one is passed on as it is, and is no JSON.
      if (decode === undefined) return true
      try {
        bytes = decode(bytes, { maxOutputLength: 2 * mostBytes })
      } catch (thrown) {
        // Too long is the reader's to say; everything else is an answer that is not whole.
        return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE'
      }
    }
    return true
  }
}
