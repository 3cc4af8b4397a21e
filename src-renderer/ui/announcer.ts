import { nextTick, readonly, shallowRef } from 'vue'

const text = shallowRef('')

/** The content of the page's polite live region; rendered once, in the layout. */
export const announcement = readonly(text)

/** Announces a short sentence to screen readers only. The same sentence twice is announced twice. */
export async function announce(sentence: string): Promise<void> {
  text.value = ''
  await nextTick()
  text.value = sentence
}
