/** Far more than any request carries: ten thousand ids, or a draft with every field full. */
const limits = { parts: 50_000, characters: 2_000_000 } as const

/**
 * Whether an argument is what the contract is made of: plain objects, lists and simple values, none of it named
 * `__proto__`, and no more of it than a request can need. The structured clone carries more than schemas expect: a list
 * with a length and nothing in it, which a schema would walk to its end; an own `__proto__`, which it looks over; maps,
 * dates and bytes, which it takes for objects. What is there twice counts twice, so what contains itself is too much.
 */
export function isPlainData(argument: unknown): boolean {
  const open: unknown[] = [argument]
  let parts = 0
  let characters = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') characters += next.length
    if (typeof next === 'object' && next !== null) {
      if (!isPlain(next)) return false
      const keys = Object.keys(next)
      const size = Array.isArray(next) ? next.length : keys.length
      parts += size
      if (size !== keys.length || parts > limits.parts || Object.hasOwn(next, '__proto__')) return false
      for (const key of keys) {
        characters += key.length
        open.push(Reflect.get(next, key))
      }
    }
    if (characters > limits.characters) return false
  }
  return true
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
