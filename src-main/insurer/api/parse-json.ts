/** Far deeper than anything in the spec. Over what is deeper JSON.parse takes longer than over as much that is not. */
const deepest = 25_000

/** The value of a JSON text that somebody else wrote; undefined where it is none, or too deep to be worth reading. */
export function parseJson(text: string): unknown {
  if (hasManyBrackets(text) && endOfJson(text) === 'too-deep') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether as many are opened as would be too deep within each other: rows of a list need no closer look. */
function hasManyBrackets(text: string): boolean {
  let opened = 0
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      opened += 1
      if (opened > deepest) return true
    }
  }
  return false
}

const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
const [openList, open, closeList, close] = ['[', '{', ']', '}'].map((sign) => sign.charCodeAt(0))

/** Where the brackets that a text begins with are closed, in one pass; null where it ends before that. */
export function endOfJson(text: string): number | 'too-deep' | null {
  let end: number | null = null
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isInText) {
      if (sign === backslash) at += 1
      else if (sign === quote) isInText = false
    } else if (sign === quote) isInText = true
    else if (sign === openList || sign === open) {
      depth += 1
      if (depth > deepest) return 'too-deep'
    } else if (sign === closeList || sign === close) {
      depth -= 1
      if (depth === 0) end ??= at + 1
    }
  }
  return end
}
