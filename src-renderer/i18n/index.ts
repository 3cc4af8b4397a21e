import { computed, shallowRef } from 'vue'
import type { Say } from '#shared/claim/say.ts'
import { filledText, textsOf, type KeyIn, type NamedParts } from '#shared/language/message.ts'
import { english } from './english.ts'
import type { Words } from './words.ts'

const texts = new Map(textsOf(english))

/** The key of a text: one that is missing is a type error. */
export type TextKey = KeyIn<typeof english>

/** Whether what is sent goes to the practice insurer, and not to a real one. */
export const isInPractice = shallowRef(false)

/** What `{insurer}` and `{Insurer}` stand for in every text: in practice no text says that a real one has something. */
const insurer = computed(() => {
  const { within, begins } = english.insurer[isInPractice.value ? 'practice' : 'real']
  return { insurer: within, Insurer: begins }
})

/**
 * The text of a key, with its `{named}` parts filled in; `n` chooses its form. Numbers are formatted, so pass an id as a
 * string.
 */
export function t(key: TextKey, named: NamedParts = {}): string {
  return filledText(texts.get(key) ?? key, { ...insurer.value, ...named })
}

/** Whatever has a title and a text. */
type WordsOf<K> = K extends `${infer N}.title` ? (`${N}.text` extends TextKey ? N : never) : never
export type WordsKey = WordsOf<TextKey>

/** What has a title and a text, both, as a notice takes them by `v-bind`. */
export function inWords(key: WordsKey, named?: NamedParts): Words {
  return { title: t(`${key}.title`, named), text: t(`${key}.text`, named) }
}

/** The text of a key that differs by number; `{n}` is the number. */
export function plural(key: TextKey, n: number, named: NamedParts = {}): string {
  return t(key, { ...named, n })
}

/** What there is of these, on one line. */
export function listed(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => (part ?? '').trim() !== '').join(' · ')
}

/** The words of a claim's state, as `describe` asks for them. */
export const say: Say = (key, named) => t(`says.${key}`, named)
