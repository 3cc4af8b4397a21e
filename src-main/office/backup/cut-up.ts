import { Slices } from '#main/platform/slices.ts'

/** Far more elements than a backup has, one far longer, and all of it far deeper, which JSON.parse takes long over. */
const most = { elements: 400_000, letters: 4_194_304, depth: 32 }

/** The text of a JSON object whose lists have a 0 in place of each object, and where these are, in their order. */
export interface CutUp {
  readonly outline: string
  readonly elements: readonly (readonly [from: number, to: number])[]
}

/**
 * Cuts the text of an object with long lists into pieces that can each be parsed within a turn, in slices. Whether it is
 * JSON shows when they are. @returns null for a text that no application of ours writes.
 */
export async function cutUp(text: string): Promise<CutUp | null> {
  const slices = new Slices()
  const outside: string[] = []
  const elements: [number, number][] = []
  let [depth, start, end, isQuoted] = [0, 0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    if (at % 65_536 === 0 && slices.isOver(32)) await slices.next()
    const sign = text[at]
    if (isQuoted) {
      if (sign === '\\') at += 1
      else isQuoted = sign !== '"'
    } else if (sign === '"') isQuoted = true
    else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > most.depth) return null
      if (depth === 3) start = at
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth !== 2) continue
      outside.push(text.slice(end, start))
      end = at + 1
      elements.push([start, end])
      if (elements.length > most.elements || end - start > most.letters) return null
    }
  }
  outside.push(text.slice(end))
  const outline = outside.join('0')
  return outline.length > most.letters ? null : { outline, elements }
}
