/**
 * Carries what a structured clone carries as JSON text. Both functions also run in the page, as text, so each stands
 * alone: nothing outside its own body but what every JavaScript has. A plain object stays an object; everything else
 * that JSON lacks is an array with a tag in front.
 */
export function encode(value: unknown): unknown {
  if (value === undefined) return ['u']
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ['n', Object.is(value, -0) ? '-0' : String(value)]
  }
  if (typeof value === 'bigint') return ['b', value.toString()]
  if (typeof value !== 'object') throw new Error('An object could not be cloned.')
  if (Array.isArray(value)) return ['a', ...value.map((item) => encode(item))]
  if (value instanceof Date) return ['d', value.getTime()]
  if (value instanceof Map) return ['m', ...[...value].map(([key, item]) => [encode(key), encode(item)])]
  if (value instanceof Set) return ['s', ...[...value].map((item) => encode(item))]
  if (value instanceof Error) return ['e', value.name, value.message]
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    const bytes =
      value instanceof ArrayBuffer
        ? new Uint8Array(value)
        : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    let binary = ''
    for (const byte of bytes) binary += String.fromCharCode(byte)
    return ['t', value instanceof ArrayBuffer ? 'ArrayBuffer' : 'Uint8Array', btoa(binary)]
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]))
}

/** The reverse of {@link encode}. */
export function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]))
  }
  const items: unknown[] = value
  const [tag, ...rest] = items
  switch (tag) {
    case 'u':
      return undefined
    case 'n':
      return Number(rest[0])
    case 'b':
      return BigInt(String(rest[0]))
    case 'd':
      return new Date(Number(rest[0]))
    case 'm':
      return new Map(
        rest.map((pair): [unknown, unknown] =>
          Array.isArray(pair) ? [decode(pair[0]), decode(pair[1])] : [undefined, undefined],
        ),
      )
    case 's':
      return new Set(rest.map((item) => decode(item)))
    case 'e':
      return Object.assign(new Error(String(rest[1])), { name: String(rest[0]) })
    case 't': {
      const bytes = Uint8Array.from(atob(String(rest[1])), (character) => character.charCodeAt(0))
      return rest[0] === 'ArrayBuffer' ? bytes.buffer : bytes
    }
    default:
      return rest.map((item) => decode(item))
  }
}
