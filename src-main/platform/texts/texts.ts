import { enSays } from '#shared/claim/en-says.ts'
import type { Say } from '#shared/claim/say.ts'
import { commandLabels } from '#shared/commands.ts'
import { locale } from '#shared/language/locale.ts'
import { filledText, textsOf, type KeyIn, type NamedParts } from '#shared/language/message.ts'
import { enMain } from './en-main.ts'

/** The application's name. */
export const appName = 'Claims Desk'

/** The commands use the labels of the page's palette, under the same keys. */
const menuCommands = { commands: { label: commandLabels } } as const
const catalogue = { main: enMain, ...menuCommands, ...enSays } as const

/** The key of a text in main; a missing one is a type error. */
export type MainTextKey = KeyIn<typeof enMain> | KeyIn<typeof menuCommands> | KeyIn<typeof enSays>

/** What main asks before a manager's call, by its name in the catalogue. */
export type Asked = keyof typeof enMain.asks

const texts = new Map([...textsOf(catalogue)].map(([key, text]) => [key.replace(/^main\./, ''), text]))

/** Fills `{insurer}` in texts of claims. */
const insurer = { insurer: 'the insurer', Insurer: 'The insurer' } as const

/** The text of a key, with its `{named}` parts filled in; `n` chooses its form. */
export function say(key: MainTextKey, named: NamedParts = {}): string {
  return filledText(texts.get(key) ?? '', { ...insurer, ...named })
}

/** The words of a claim's state, as `describe` asks for them. */
export const sayOfClaim: Say = (key, named) => say(`says.${key}`, named)

/** A moment on this computer's clock, in words. @param iso a time that is valid */
export function sayMoment(iso: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
}

/** Bytes as people read them, such as `9 MB`. */
export function saySize(bytes: number): string {
  const format = (unit: string, amount: number): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
  return bytes < 999_500 ? format('kilobyte', Math.ceil(bytes / 1000)) : format('megabyte', bytes / 1_000_000)
}
