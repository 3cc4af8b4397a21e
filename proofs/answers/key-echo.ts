/** The fuzzer's made-up key, with characters that JSON and HTML encode differently. */
export const fuzzKey = 'made-up+fuzz/Key"7Qx=4Zb~19'

/** Ways in which a server that means no harm may echo the key; one that does has it anyway. */
export const echoForms = {
  plain: fuzzKey,
  bearer: `Bearer ${fuzzKey}`,
  // Removing part of the message joins the key together again.
  'zero-width': Array.from(fuzzKey).join('\u200b'),
  'turned-round': `\u202e${fuzzKey}\u202c`,
  often: `${fuzzKey} `.repeat(300),
  late: `${'x'.repeat(1_985)}${fuzzKey}`,
  'behind-blanks': `${' '.repeat(3_990)}${fuzzKey}`,
} as const
export type EchoForm = keyof typeof echoForms

const fragmentLength = 12
const fragments = Array.from({ length: fuzzKey.length - fragmentLength + 1 }, (_, start) =>
  fuzzKey.slice(start, start + fragmentLength),
)

// Searches by decoding. The product searches for encoded forms, so the two do not share mistakes.
function readingsOf(text: string): readonly string[] {
  const base64Runs = [...text.matchAll(/[\w+/-]{16,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1')),
  )
  return [text, ...base64Runs]
}

/** Whether the key, or with `parts` twelve characters of it, can be read out of a value that leaves main. */
export function carriesKey(value: unknown, parts: 'whole' | 'parts'): boolean {
  const wanted = parts === 'parts' ? fragments : [fuzzKey]
  const texts: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') texts.push(next)
    else if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) open.push(name, inner)
    }
  }
  return texts
    .filter((text) => text.length >= fragmentLength)
    .flatMap(readingsOf)
    .some((reading) => wanted.some((part) => reading.includes(part)))
}
