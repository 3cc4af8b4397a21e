/** Far more than any request carries: ten thousand ids, or a draft with every field full. */
const limits = { parts: 50_000, characters: 2_000_000 } as const

/**
 * Whether an argument consists only of what the contract uses: plain objects, lists and simple values, none named
 * `__proto__`, and no more of them than a request can need. The structured clone allows more than schemas expect: a
 * sparse list of huge length, which a schema would walk to its end; an own `__proto__`, which it ignores; maps, dates
 * and bytes, which it takes for objects. A value that appears twice counts twice, so a cycle exceeds the limit.
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
