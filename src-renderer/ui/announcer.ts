import { nextTick, readonly, shallowRef } from 'vue'

/** Long enough to be read out; later the sentence may speak of a screen that is gone. */
const shownMs = 20_000

const text = shallowRef('')
let ending: ReturnType<typeof setTimeout> | undefined

/** The content of the page's polite live region; rendered once, in the layout. */
export const announcement = readonly(text)

/** Announces a short sentence to screen readers only. The same sentence twice is announced twice. */
export async function announce(sentence: string): Promise<void> {
  text.value = ''
  await nextTick()
  clearTimeout(ending)
  text.value = sentence
  ending = setTimeout(() => (text.value = ''), shownMs)
}
