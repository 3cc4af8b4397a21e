import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import type { Moments } from './crash.ts'

/** What undici says of a request, as the moment that it is. */
const channels = {
  'undici:client:sendHeaders': 'headers-announced',
  'undici:request:bodyChunkSent': 'some-sent',
  'undici:request:bodySent': 'all-sent',
  'undici:request:headers': 'answer-headers',
  'undici:request:trailers': 'answer-complete',
} as const

/** How much of a POST is in the kernel when its process dies. */
const writes: readonly (readonly [string, (bytes: Buffer) => number])[] = [
  ['nothing-written', () => 0],
  ['first-byte-written', () => 1],
  ['headers-written', bodyStart],
  ['half-of-body-written', (bytes) => Math.floor((bodyStart(bytes) + bytes.length) / 2)],
  ['all-but-last-byte-written', (bytes) => bytes.length - 1],
]

/** The moments of a request of each kind, from before its first byte to the end of its answer. */
export const wirePoints: readonly string[] = [
  ...[...writes.map(([step]) => step), 'all-written'].map((step) => `POST ${step}`),
  ...['POST', 'PUT'].flatMap((method) => Object.values(channels).map((step) => `${method} ${step}`)),
  ...['GET', 'HEAD', 'DELETE'].flatMap((method) =>
    ['headers-announced', 'answer-headers', 'answer-complete'].map((step) => `${method} ${step}`),
  ),
]

/** Puts moments round everything that goes over the network. */
export function installWireSteps(moments: Moments): void {
  for (const [channel, step] of Object.entries(channels)) {
    subscribe(channel, (message) => moments.reach(`${methodOf(message)} ${step}`))
  }
  // Undici hands headers and body to the socket in one go; what is written here is in the kernel when the call returns.
  // oxlint-disable-next-line typescript/unbound-method -- called on whatever it is called on later
  const { _writev: writeAll } = Socket.prototype
  Socket.prototype._writev = function (chunks, callback) {
    const bytes = Buffer.concat(chunks.map(bytesOf))
    const isPosting = bytes.toString('latin1', 0, 5) === 'POST '
    for (const [step, lengthOf] of isPosting ? writes : []) {
      const length = lengthOf(bytes)
      if (moments.isLast(`POST ${step}`) && length > 0)
        this._write(bytes.toString('latin1', 0, length), 'latin1', () => undefined)
      moments.reach(`POST ${step}`)
    }
    writeAll?.call(this, chunks, callback)
    if (isPosting) moments.reach('POST all-written')
  }
}

function methodOf(message: unknown): string {
  return String(fieldOf(fieldOf(message, 'request'), 'method'))
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function bytesOf({ chunk, encoding }: { chunk: unknown; encoding: BufferEncoding }): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk)
  return Buffer.from(String(chunk), encoding)
}

function bodyStart(bytes: Buffer): number {
  return bytes.indexOf('\r\n\r\n') + 4
}
