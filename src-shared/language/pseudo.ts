import type { LanguageTexts } from './language.ts'
import { formSeparator } from './message.ts'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const strange = 'áƀçđéƒğĥíĵķļɱñóþʠřşťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻḾÑÓÞǪŘŞŤÚṼŴẊÝŽ'
const accents = new Map(Array.from(plain, (letter, at) => [letter, strange[at] ?? letter]))
const longerBy = 0.4

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The English tree with every text pseudo-localised. */
export function pseudoTexts(tree: object): LanguageTexts {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]): [string, string | LanguageTexts] => [
      key,
      typeof value === 'string' ? pseudoText(value) : isTree(value) ? pseudoTexts(value) : {},
    ]),
  )
}

/**
 * A text of the catalogue with accents on its letters, two fifths longer and between «brackets». Its forms and its
 * `{named}` parts stay.
 */
export function pseudoText(source: string): string {
  return source.split(formSeparator).map(strangeForm).join(formSeparator)
}

function strangeForm(form: string): string {
  const debt = { letters: 0 }
  const parts = form.split(/(\{[^}]*\})/).map((part) => (part.startsWith('{') ? part : longer(part, debt)))
  return `«${parts.join('')}${'~'.repeat(Math.max(0, Math.ceil(debt.letters)))}»`
}

// Vowels are doubled in place, so that single words become longer too.
function longer(text: string, debt: { letters: number }): string {
  return Array.from(text)
    .map((letter) => {
      debt.letters += longerBy
      const accented = accents.get(letter) ?? letter
      if (debt.letters < 1 || !/[aeiou]/i.test(letter)) return accented
      const more = Math.min(2, Math.floor(debt.letters))
      debt.letters -= more
      return accented + accented.toLowerCase().repeat(more)
    })
    .join('')
}
