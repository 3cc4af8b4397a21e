/** How an insurer may keep a claim's details otherwise than they were sent. Several ways are done in this order. */
export interface TextWays {
  readonly letters?: 'upper-case' | 'lower-case'
  /** UTF-8 read as Latin-1, Latin-1 with `?` for the rest, UTF-16 with a NUL between letters, or wide letters. */
  readonly characters?: 'mojibake' | 'question-marks' | 'utf-16' | 'wide'
  readonly brackets?: 'removed' | 'round' | 'entities' | 'percent' | 'backslash'
  /** `&`, `<`, `>` and both quotes as HTML entities. */
  readonly escaped?: boolean
  /** In a paragraph of HTML, each line break as `<br>`. */
  readonly markup?: boolean
  readonly oneSpace?: boolean
  /** The letters of the insurer's column: 20 to 1,000 or so. */
  readonly cutAt?: number
  /** Null in every answer. */
  readonly lost?: boolean
}

type Step = (text: string) => string

const letters: Readonly<Record<NonNullable<TextWays['letters']>, Step>> = {
  'upper-case': (text) => text.toUpperCase(),
  'lower-case': (text) => text.toLowerCase(),
}

const characters: Readonly<Record<NonNullable<TextWays['characters']>, Step>> = {
  mojibake: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  'question-marks': (text) => text.replace(/[^\0-\u00ff]/gu, '?'),
  'utf-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  wide: (text) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
}

// Wide brackets are brackets to whoever takes brackets out.
const instead = (opening: string, closing: string): Step => {
  return (text) => text.replace(/[[\uff3b]/g, opening).replace(/[\]\uff3d]/g, closing)
}

const brackets: Readonly<Record<NonNullable<TextWays['brackets']>, Step>> = {
  removed: instead('', ''),
  round: instead('(', ')'),
  entities: instead('&#91;', '&#93;'),
  percent: instead('%5B', '%5D'),
  backslash: instead('\\[', '\\]'),
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** The text as it is kept, or null when it is lost. */
export function keptText(text: string, ways: TextWays): string | null {
  if (ways.lost === true) return null
  const { letters: lettering, characters: set, brackets: bracketing } = ways
  let kept = text
  if (lettering !== undefined) kept = letters[lettering](kept)
  if (set !== undefined) kept = characters[set](kept)
  if (bracketing !== undefined) kept = brackets[bracketing](kept)
  if (ways.escaped === true) kept = kept.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
  if (ways.markup === true) kept = `<p>${kept.replaceAll('\n', '<br>')}</p>`
  if (ways.oneSpace === true) kept = kept.replace(/\s+/g, ' ').trim()
  return ways.cutAt === undefined ? kept : kept.slice(0, ways.cutAt)
}
