import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { enMain } from '#main/shell/en-main.ts'
import { english } from '#renderer/i18n/english.ts'
import { languageName, localeOf } from '#shared/language/language.ts'
import { pluralCategories } from '#shared/language/message.ts'

/** Every English text of the application: what a language file translates. */
export const everyText = { ...english, main: enMain } as const

/** The file of a language that is still to be translated: every text in English. */
export function startedFile(tag: string): string {
  const forms = pluralCategories(localeOf(tag)).join(' | ')
  return `// ${languageName(tag)}. A text that differs by number has these forms, with one more in front for none where English has one: ${forms}.
export default ${JSON.stringify(everyText, null, 2)}
`
}

/** Writes that file, unless it is there. */
function start(tag: string): void {
  if (Intl.getCanonicalLocales(tag)[0] !== tag) throw new Error(`${tag} is not the tag of a language.`)
  const file = join(import.meta.dirname, '../src-shared/language/files', `${tag}.ts`)
  if (existsSync(file)) throw new Error(`${file} is there already.`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, startedFile(tag))
  console.log(`${file}: translate it, and run: npm run unit -- scripts/language`)
}

if (import.meta.main) start(process.argv[2] ?? '')
