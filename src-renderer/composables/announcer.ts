import { nextTick, readonly, shallowRef } from 'vue'

const text = shallowRef('')

/** What the page's polite live region says now; rendered once, in the layout. */
export const announcement = readonly(text)

/** Says a short sentence to screen readers, and shows nothing. The same sentence twice is said twice. */
export async function announce(sentence: string): Promise<void> {
  text.value = ''
  await nextTick()
  text.value = sentence
}
