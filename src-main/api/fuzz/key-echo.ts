/** The made-up key of the fuzzer: with signs that addresses, JSON and HTML write in other ways. */
export const fuzzKey = 'made-up+fuzz/Key"7Qx=4Zb~19'

const codes = (text: string, write: (code: number) => string): string =>
  Array.from(text, (char) => write(char.charCodeAt(0))).join('')
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

/** How a server may repeat the key it was sent. */
export const echoForms = {
  plain: fuzzKey,
  bearer: `Bearer ${fuzzKey}`,
  capitals: fuzzKey.toUpperCase(),
  url: encodeURIComponent(fuzzKey),
  percent: codes(fuzzKey, (code) => `%${hex(code, 2).toUpperCase()}`),
  base64: Buffer.from(fuzzKey).toString('base64'),
  'base64-bearer': Buffer.from(`Bearer ${fuzzKey}`).toString('base64'),
  'base64-user': Buffer.from(`ab:${fuzzKey}:cd`).toString('base64'),
  base64url: Buffer.from(`x${fuzzKey}`).toString('base64url'),
  hex: Buffer.from(fuzzKey).toString('hex'),
  'hex-capitals': Buffer.from(fuzzKey).toString('hex').toUpperCase(),
  'hex-spaced': codes(fuzzKey, (code) => `${hex(code, 2)} `),
  'json-escapes': codes(fuzzKey, (code) => `\\u${hex(code, 4)}`),
  'c-escapes': codes(fuzzKey, (code) => `\\x${hex(code, 2)}`),
  'json-in-json': JSON.stringify(JSON.stringify({ key: fuzzKey })),
  entities: codes(fuzzKey, (code) => `&#${code};`),
  'hex-entities': codes(fuzzKey, (code) => `&#x${hex(code, 2)};`),
  spaced: Array.from(fuzzKey).join(' '),
  'zero-width': Array.from(fuzzKey).join('\u200b'),
  'soft-hyphens': Array.from(fuzzKey).join('\u00ad'),
  lines: `${fuzzKey.slice(0, 13)}\r\n${fuzzKey.slice(13)}`,
  quoted: `'${fuzzKey.slice(0, 9)}' + '${fuzzKey.slice(9)}'`,
  'turned-round': `\u202e${fuzzKey}\u202c`,
  'without-end': fuzzKey.slice(0, 22),
  'without-start': fuzzKey.slice(5),
  often: `${fuzzKey} `.repeat(300),
  late: `${'x'.repeat(1_985)}${fuzzKey}`,
  'behind-blanks': `${' '.repeat(3_990)}${fuzzKey}`,
} as const
export type EchoForm = keyof typeof echoForms

const bare = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()
const bareKey = bare(fuzzKey)
const fragmentLength = 12
const fragments = Array.from({ length: bareKey.length - fragmentLength + 1 }, (_, start) =>
  bareKey.slice(start, start + fragmentLength),
)

// Readings of a text, found by decoding: the product looks for what it encoded, so that the two err differently.
function readingsOf(text: string): readonly string[] {
  const code = (digits: string, radix: number): string =>
    String.fromCharCode(parseInt(digits, radix) & 0xffff)
  const unescaped = text
    .replace(/\\*u([0-9a-f]{4})/gi, (_all, digits: string) => code(digits, 16))
    .replace(/&#x([0-9a-f]{1,4});?/gi, (_all, digits: string) => code(digits, 16))
    .replace(/&#(\d{1,5});?/g, (_all, digits: string) => code(digits, 10))
    .replace(/(?:%|\\x)([0-9a-f]{2})/gi, (_all, digits: string) => code(digits, 16))
  const together = text.replace(/\s+/g, '')
  const hexRuns = [...together.matchAll(/[0-9a-f]{24,}/gi)].flatMap(([run]) =>
    [0, 1].map((offset) => Buffer.from(run.slice(offset), 'hex').toString('latin1')),
  )
  const base64Runs = [...together.matchAll(/[\w+/-]{16,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1')),
  )
  return [text, unescaped, ...hexRuns, ...base64Runs]
}

/** Whether the key, or with `parts` a longer part of it, can be read out of a value that leaves main. */
export function carriesKey(value: unknown, parts: 'whole' | 'parts'): boolean {
  const wanted = parts === 'parts' ? fragments : [bareKey]
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
    .map(bare)
    .some((reading) => wanted.some((part) => reading.includes(part)))
}
