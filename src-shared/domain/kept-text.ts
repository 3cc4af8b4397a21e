/*
 * Undoes what an insurer's system may do to a text that it keeps: another case, escapes for HTML, addresses, JSON, mail
 * or XML (also escaped twice), markup, white space, and letters of another character set.
 */

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
}

// A character as its number: &#x5b; &#91; %u005b \u005b \x5b _x005b_ %5b =5b, in any case.
const hexadecimal = [
  /&#x0*([0-9a-f]{1,6});?/gi,
  /[%\\]u([0-9a-f]{4})/gi,
  /\\u\{([0-9a-f]{1,6})\}/gi,
  /\\x([0-9a-f]{2})/gi,
  /_x([0-9a-f]{4})_/gi,
  /[%=]([0-9a-f]{2})/gi,
]
const decimal = /&#0*(\d{1,7});?/g

function character(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
}

function unescaped(text: string): string {
  let now = text.replace(decimal, (_all, digits: string) => character(Number(digits)))
  for (const pattern of hexadecimal) {
    now = now.replace(pattern, (_all, digits: string) => character(Number.parseInt(digits, 16)))
  }
  return now.replace(/&([a-z][a-z0-9]{1,30});/gi, (_all, name: string) => {
    return namedEntities[name.toLowerCase()] ?? ' '
  })
}

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu

// Two bytes for each letter, read as one: "R?e?f? ?7?F?", or each second one written as "\0".
const filled = /^[^0-9A-Z]*[0-9A-Z]([^0-9A-Z])(?:[^0-9A-Z]*[0-9A-Z](?=[^0-9A-Z]*\1)){9}/i
const filledWithZeros = /^(?:[^]\\0){10}/

/** Letters and figures as they are on a plain keyboard, and plain hyphens and spaces. */
function plain(text: string): string {
  // Some letters become eighteen; of an honest text, few.
  const letters = text
    .normalize('NFKC')
    .slice(0, 2 * text.length + 100)
    .replace(invisible, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
  const filler = filledWithZeros.test(letters) ? '\\0' : filled.exec(letters)?.[1]
  return filler === undefined ? letters : letters.replaceAll(filler, '')
}

// "<Ref" is no tag: a system may have made it of a bracket. Nor are "<?[?R?e?f" and "<?R?e?f".
const tags = /<(?:\W{0,4}CDATA|(?:\/[a-z]|[!?](?!r\We)[a-z-]|(?!ref)[a-z])[^<>]*>)/gi

/** What may undo one change. None is certain: what looks like markup or an escape may be the text's own. */
const undoing: readonly ((text: string) => string)[] = [
  plain,
  unescaped,
  (text) => text.replaceAll('\\', ''),
  // A tag may have stood within a word or between two.
  (text) => text.replace(tags, ''),
  (text) => text.replace(tags, ' '),
]

// Far more than any text has that was changed a few times, and of them together: a server may choose the worst.
const mostForms = 60
const mostLetters = 60_000
/** Where rows are shown: what is not read then is shown as it is kept. */
const mostLettersOfFront = 20_000

/** Each form that a kept text may have had, the text itself first, and how it is made of any text. Made as it is asked for. */
function* formsOf(
  kept: string,
  most = mostLetters,
): Generator<readonly [form: string, make: (text: string) => string]> {
  // Also reached by what is added on the way.
  const forms = new Map<string, (text: string) => string>([[kept, (text) => text]])
  let letters = kept.length
  for (const [form, make] of forms) {
    yield [form, make]
    for (const undo of undoing) {
      if (forms.size >= mostForms || letters > most) break
      const other = undo(form)
      if (forms.has(other)) continue
      letters += other.length
      forms.set(other, (text) => undo(make(text)))
    }
  }
}

/**
 * What may have been written, in capitals, for each way in which this may have been kept: usually one. A text that was
 * not changed is among them.
 */
export function readingsOf(kept: string): readonly string[] {
  return [...new Set(Array.from(formsOf(kept), ([form]) => form.toUpperCase()))]
}

/**
 * How many letters of a kept text say what a pattern finds at the front of one of its readings; 0 where it finds nothing.
 * The text is read once. Where what was found ends is then looked for in halves, as that one reading has it.
 */
export function frontLengthOf(kept: string, pattern: RegExp): number {
  for (const [form, make] of formsOf(kept, mostLettersOfFront)) {
    const found = pattern.exec(form.toUpperCase())?.[0]
    if (found === undefined) continue
    let [without, end] = [0, kept.length]
    while (end - without > 1) {
      const middle = (without + end) >> 1
      // Cut where it is, more may seem to follow.
      if (pattern.exec(make(kept.slice(0, middle)).toUpperCase())?.[0].startsWith(found) === true)
        end = middle
      else without = middle
    }
    return end
  }
  return 0
}

// The end of an escape or a tag that was cut.
const cutEscape = /(?:&#?[0-9a-z]{0,30}|[%=][0-9a-z]{0,4}|\\[0-9a-z]{0,5}|_x[0-9a-f]{0,4}|<[^<>]*)$/i

const notAscii = /[^\0-\x7f]+/g
const notLetters = /[^0-9A-Z]+/g

/*
 * The letters and figures alone, compared in three ways: an insurer may keep "ọ" as "o", or spoil it in a way that is
 * other characters only before or only after they are made plain.
 */
const ways: readonly ((text: string) => readonly string[])[] = [
  (text) => readingsOf(text).map((reading) => reading.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '')),
  (text) => readingsOf(text).map((reading) => reading.replace(notLetters, '')),
  (text) => readingsOf(text.replace(notAscii, ' ')).map((reading) => reading.replace(notLetters, '')),
]

/** As many letters of a cut text that they say something. */
const tellingLetters = 16

/**
 * Whether one text is the other as an insurer may keep it: cut, in another case, with markup, escaped, with other white
 * space or in another character set. A few letters of a longer text say nothing.
 *
 * @param leave what the two may differ in at their beginning, of letters and figures in capitals.
 */
export function isKeptOf(sent: string, kept: string, leave: RegExp): boolean {
  const variants = (letters: readonly string[]): readonly string[] =>
    letters.flatMap((text) => [text, text.replace(leave, '')])
  return ways.some((lettersIn) => {
    const whole = variants(lettersIn(sent))
    const part = variants([...lettersIn(kept), ...lettersIn(kept.replace(cutEscape, ''))])
    return part.some((text) =>
      whole.some(
        (all) => text !== '' && (text === all || (text.length >= tellingLetters && all.startsWith(text))),
      ),
    )
  })
}
