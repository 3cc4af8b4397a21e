import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textsOf } from '#shared/language/message.ts'
import { bundledFonts, lettersElsewhere, lettersOfFont } from './font-letters.ts'
import { everyText } from './every-text.ts'
import { projectRoot } from './project-root.ts'

/*
 * A letter that the bundled font does not have is drawn by whatever font the computer has: then that font decides how a
 * screen looks and whether a text fits.
 */
const fonts = bundledFonts()
const elsewhere = (text: string): readonly string[] => lettersElsewhere(text, fonts)

/** English, and the other languages of Nigeria that ICU knows. */
const languages = ['en', 'ha', 'ig', 'pcm', 'yo']

/** What ICU writes in a language: days, months, amounts, sizes, ages. */
function writtenByIcu(tag: string): string {
  const locale = `${tag}-NG`
  const days = Array.from({ length: 31 * 12 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index, 14, 5)))
  const dates = (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(locale, {
      weekday: style,
      day: 'numeric',
      month: style,
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    return days.map((day) => format.format(day))
  })
  const naira = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'NGN',
    currencyDisplay: 'narrowSymbol',
  })
  const sizes = ['byte', 'kilobyte', 'megabyte'].map((unit) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(1234.5),
  )
  const age = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const ages = (['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) =>
    [-2, -1, 0, 1, 2].map((amount) => age.format(amount, unit)),
  )
  return [...dates, naira.format(-1234.5), ...sizes, ...ages].join('\n')
}

/** The letters of the orthographies of Nigeria, as officers type names and places, with the marks of tone. */
const nigerian = {
  Yoruba: 'a á à b d e é è ẹ ẹ́ ẹ̀ f g gb h i í ì j k l m ḿ m̀ n ń ǹ o ó ò ọ ọ́ ọ̀ p r s ṣ t u ú ù w y ā ē ī ō ū',
  Igbo: 'a á à ā e é è ē i í ì ī ị ị́ ị̀ m ḿ m̀ n ń ǹ n̄ ṅ o ó ò ō ọ ọ́ ọ̀ u ú ù ū ụ ụ́ ụ̀',
  Hausa: 'ɓ ɗ ƙ ƴ ʼ ’ r̃ ā ē ī ō ū á à â',
  'Fulfulde, Kanuri': 'ɓ ɗ ƴ ŋ ɲ ñ ǝ ə ɍ',
  'Edo, Urhobo, Isoko, Ijaw': 'ẹ ẹ́ ẹ̀ ị ọ ọ́ ọ̀ ụ ị́ ụ́ ẹ̣',
  'Efik, Ibibio, Tiv': 'ñ n̄ ọ ʌ ị ụ á à é è ô ò',
  signs: '₦ € £ $ – — ‘ ’ “ ” … • · × − ° ½ & @ # % / \\ ↑ ↓',
} as const

/** Keys of a Mac: its system font has them, and nothing is measured by them. */
const keysOfMacs = ['⇧', '⌘']
/** Texts in the source that are only compared and never shown. */
const neverShown = new Set([
  'src-shared/language/fold.ts',
  'src-main/platform/csv.ts',
  'src-shared/domain/policy-number.ts',
])
const sources = globSync('src-{main,preload,renderer,shared}/**/*.{ts,vue,html}', { cwd: projectRoot })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts') && !neverShown.has(path))
  .filter((path) => !path.includes('/testing/'))

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm, '')

describe('the bundled fonts', () => {
  it('are those of the style sheet, and what they have is read from the files', () => {
    expect(fonts).toHaveLength(3)
    expect(elsewhere('Naira ₦, ọ and ʼ')).toEqual([])
    // Cyrillic is in a file of the package that is not bundled; no bundled font has mathematical brackets.
    expect(elsewhere('д⟦')).toEqual(['д', '⟦'])
    const cyrillic = 'node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2'
    const letters = lettersOfFont(readFileSync(join(projectRoot, cyrillic)))
    expect(Array.from('дЖя').every((letter) => letters.has(letter.codePointAt(0) ?? 0))).toBe(true)
    expect(letters.has('ọ'.codePointAt(0) ?? 0)).toBe(false)
  })

  it('draw a letter and its accent from one file', () => {
    // The letter is in one, the accent in another: neither draws both.
    const apart = [
      { file: 'letters', letters: new Set(Array.from('abm', (letter) => letter.charCodeAt(0))) },
      { file: 'accents', letters: new Set([0x300]) },
    ]
    expect(lettersElsewhere('a b m̀', apart)).toEqual(['m̀'])
  })

  it('have every letter of every text', () => {
    const texts = [...textsOf(everyText)]
    expect(texts.length).toBeGreaterThan(500)
    const missing = texts.flatMap(([key, text]) => elsewhere(text).map((letter) => `${letter} of ${key}`))
    expect(missing).toEqual([])
  })

  it('have every letter that stands in the source itself, the made-up names of practice among them', () => {
    expect(sources.length).toBeGreaterThan(200)
    const missing = sources.flatMap((path) => {
      const text = withoutComments(readFileSync(join(projectRoot, path), 'utf8'))
      return elsewhere(text)
        .filter((letter) => !keysOfMacs.includes(letter))
        .map((letter) => `${letter} of ${path}`)
    })
    expect(missing).toEqual([])
  })

  it.each(languages)('have what ICU writes in the language %s', (tag) => {
    expect(elsewhere(writtenByIcu(tag))).toEqual([])
  })

  it.each(Object.entries(nigerian))('have the letters of %s', (_, letters) => {
    expect(elsewhere(letters + letters.toLocaleUpperCase('en'))).toEqual([])
  })
})
