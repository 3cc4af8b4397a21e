import { createI18n, type LocaleMessageValue } from 'vue-i18n'
import { en } from './en.ts'
import { enBackup } from './en-backup.ts'
import { enClaims } from './en-claims.ts'
import { enCommands } from './en-commands.ts'
import { enPharmacies } from './en-pharmacies.ts'
import { enReceived } from './en-received.ts'

const messages = { ...en, ...enClaims, ...enCommands, ...enPharmacies, ...enReceived, ...enBackup } as const
// vue-i18n's own key types are too deep for a catalogue of this size: `TextKey` below checks the keys.
const dictionary: Record<string, LocaleMessageValue> = messages

/** The plugin for `createApp`. vue-i18n 11 compiles messages to data, not to code: it needs no `eval`. */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  messages: { en: dictionary },
  // A text that is not in the catalogue does not pass the type check; a key on the screen would be a bug.
  missingWarn: true,
})

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`
}[keyof T & string]

/** The key of a text: one that is missing is a type error. */
export type TextKey = Leaves<typeof messages>

/** The text of a key, with its `{named}` parts filled in. */
export function t(key: TextKey, named: Readonly<Record<string, string | number>> = {}): string {
  return i18n.global.t(key, named)
}

/** The text of a key that differs by number (`one | many` or `none | one | many`); `{n}` is the number. */
export function plural(
  key: TextKey,
  n: number,
  named: Readonly<Record<string, string | number>> = {},
): string {
  return i18n.global.t(key, { ...named, n }, n)
}
