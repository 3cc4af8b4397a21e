import { computed, shallowRef } from 'vue'
import { createI18n, type LocaleMessageValue } from 'vue-i18n'
import type { Say } from '#shared/claim/say.ts'
import { pluralIndex, writtenParts, type NamedParts } from '#shared/language/message.ts'
import { english } from './english.ts'
import type { Words } from './words.ts'

// vue-i18n's own key types are too deep for a catalogue of this size: `TextKey` below checks the keys.
const messages: Record<string, Record<string, LocaleMessageValue>> = { en: english }

/** The plugin for `createApp`. vue-i18n 11 compiles messages to data, not to code: it needs no `eval`. */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  messages,
  pluralRules: { en: pluralIndex },
  // A missing text fails the type check.
  missingWarn: true,
})

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`
}[keyof T & string]

/** The key of a text: one that is missing is a type error. */
export type TextKey = Leaves<typeof english>

/** Whether what is sent goes to the practice insurer, and not to a real one. */
export const isInPractice = shallowRef(false)

/** What `{insurer}` and `{Insurer}` stand for in every text: in practice no text says that a real one has something. */
const insurer = computed(() => {
  const which = isInPractice.value ? 'practice' : 'real'
  return {
    insurer: i18n.global.t(`insurer.${which}.within`),
    Insurer: i18n.global.t(`insurer.${which}.begins`),
  }
})

interface FoundTexts {
  readonly insurer: { readonly insurer: string }
  readonly texts: Map<TextKey, string>
}
/** Cache of texts without parts of their own: a list needs the same few in each row. */
const found = computed<FoundTexts>(() => ({
  insurer: insurer.value,
  texts: new Map(),
}))

/** The text of a key, with its `{named}` parts filled in. Numbers are formatted, so pass an id as a string. */
export function t(key: TextKey, named?: NamedParts): string {
  if (named !== undefined) return i18n.global.t(key, { ...insurer.value, ...writtenParts(named) })
  const { texts } = found.value
  const text = texts.get(key) ?? i18n.global.t(key, insurer.value)
  texts.set(key, text)
  return text
}

/** Whatever has a title and a text. */
type WordsOf<K> = K extends `${infer N}.title` ? (`${N}.text` extends TextKey ? N : never) : never
export type WordsKey = WordsOf<TextKey>

/** What has a title and a text, both, as a notice takes them by `v-bind`. */
export function inWords(key: WordsKey, named?: NamedParts): Words {
  return { title: t(`${key}.title`, named), text: t(`${key}.text`, named) }
}

/**
 * The text of a key that differs by number; `{n}` is the number. Its forms are `one | many`; one more in
 * front is for none (src-shared/language/message.ts).
 */
export function plural(key: TextKey, n: number, named: NamedParts = {}): string {
  return i18n.global.t(key, { ...insurer.value, ...writtenParts({ ...named, n }) }, n)
}

/** What there is of these, on one line. */
export function listed(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => (part ?? '').trim() !== '').join(' · ')
}

/** The words of a claim's state, as `describe` asks for them. */
export const say: Say = (key, named) => {
  const n = named?.['n']
  return typeof n === 'number' ? plural(`says.${key}`, n, named) : t(`says.${key}`, named)
}
