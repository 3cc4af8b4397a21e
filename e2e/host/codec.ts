/**
 * Carries plain data as JSON text, which is all that the bridge's contract has; anything else cannot be cloned. Both
 * functions also run in the page, as text, so each stands alone: nothing outside its own body but what every JavaScript
 * has. A plain object stays an object; what JSON lacks is an array with a tag in front.
 */
export function encode(value: unknown): unknown {
  if (value === undefined) return ['u']
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ['n', Object.is(value, -0) ? '-0' : String(value)]
  }
  if (Array.isArray(value)) return ['a', ...value.map((item) => encode(item))]
  if (Object.prototype.toString.call(value) !== '[object Object]')
    throw new Error('An object could not be cloned.')
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
    default:
      return rest.map((item) => decode(item))
  }
}
