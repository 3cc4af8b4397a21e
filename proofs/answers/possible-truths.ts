import type { ReadyAnswer } from './answer-bytes.ts'
import type { AnswerCase } from './answer-case.ts'
import type { Truth } from './spec-oracle.ts'

/**
 * What an answer may truly say. For one whose bytes were damaged after all this is every reading of its bytes that
 * stands somewhere in them: a reading that the product takes must at least be there.
 */
export function possibleTruths(one: AnswerCase, ready: ReadyAnswer): readonly Truth[] {
  const first = firstObjectOf(ready.truth.text ?? '')
  if (one.wireDamage === null) {
    return one.coding === 'gzip-cut' ? [ready.truth, { ...ready.truth, text: first }] : [ready.truth]
  }
  const wire = ready.bytes.toString('utf8')
  const statuses = [...wire.matchAll(/HTTP\/\d\.\d\s+(\d{3})/g)].map((match) => Number(match[1]))
  const bodies = [ready.truth.text, first, ...bodiesIn(wire)]
  return [one.status, ...statuses].flatMap((status) => bodies.map((text) => ({ status, text })))
}

function bodiesIn(wire: string): readonly string[] {
  const afterHeads = wire.split(/\r?\n\r?\n/).slice(1)
  return afterHeads.flatMap((after) => {
    const unchunked = after.replace(/(^|\r\n)[0-9a-f]+[^\r\n]*\r\n/gi, '').replace(/\r\n0?$/, '')
    const length = Number(/content-length: *(\d+)/i.exec(wire)?.[1] ?? 0)
    const cut = Buffer.from(after).subarray(0, length).toString('utf8')
    const texts = [after, unchunked, cut]
    return texts.flatMap((text) => [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)])
  })
}

/** Where more follows the first object: all that may be left of a compressed answer whose end is cut off. */
function firstObjectOf(text: string): string {
  let depth = 0
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (found === '{') depth += 1
    else if (found === '}' && --depth === 0) return text.slice(0, index + 1)
  }
  return text
}
