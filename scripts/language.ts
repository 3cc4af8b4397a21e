import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { enMain } from '#main/texts/en-main.ts'
import { english } from '#renderer/i18n/english.ts'
import { languageName, localeOf, type LanguageTexts } from '#shared/language/language.ts'
import { formSeparator, pluralCategories } from '#shared/language/message.ts'

/** Every English text of the application: what a language file translates. */
export const everyText = { ...english, main: enMain } as const

/** The texts of a language that is still to be translated: every text in English, in the forms the language has. */
export function startedTexts(tag: string, tree: LanguageTexts = everyText): LanguageTexts {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? inFormsOf(tag, value) : startedTexts(tag, value),
    ]),
  )
}

function inFormsOf(tag: string, source: string): string {
  const english = source.split(formSeparator)
  const [one = '', other = ''] = english.slice(-2)
  if (english.length === 1) return source
  const forms = pluralCategories(localeOf(tag)).map((category) =>
    category === 'one' && numbersOf(tag, category).length === 1 ? one : other,
  )
  return [...english.slice(0, -2), ...forms].join(formSeparator)
}

/** Which of the numbers from 0 to 200 a form stands for. */
export function numbersOf(tag: string, category: Intl.LDMLPluralRule): readonly number[] {
  const rules = new Intl.PluralRules(localeOf(tag))
  return Array.from({ length: 201 }, (_, n) => n).filter((n) => rules.select(n) === category)
}

/** The file of such a language. */
export async function startedFile(tag: string): Promise<string> {
  const forms = pluralCategories(localeOf(tag)).map((category) => {
    const numbers = numbersOf(tag, category)
    const some = numbers.slice(0, 4).join(', ') + (numbers.length > 4 ? ' …' : '')
    return `${category} (${some === '' ? 'fractions or millions' : some})`
  })
  const text = `/*
 * ${languageName(tag)}. A text that differs by number has these forms, separated by \` | \`: ${forms.join(', ')}.
 * Where English has a form for none, it stands in front of them. What is removed here is shown in English.
 */
export default ${JSON.stringify(startedTexts(tag), null, 2)}
`
  return await format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'typescript' })
}

/** Writes that file, unless it is there. */
async function start(tag: string): Promise<void> {
  if (Intl.getCanonicalLocales(tag)[0] !== tag) throw new Error(`${tag} is not the tag of a language.`)
  const file = join(import.meta.dirname, '../src-shared/language/files', `${tag}.ts`)
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await startedFile(tag))
  console.log(`${file}: translate it, and run: npm run unit -- scripts/language`)
}

// `import.meta.main` is false when scripts/launch.js loaded this file.
if (process.argv[1] === import.meta.filename) await start(process.argv[2] ?? '')
