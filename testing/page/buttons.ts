import { DOMWrapper, flushPromises, type VueWrapper } from '@vue/test-utils'

/** What is mounted, or a part of it. */
type Place = Pick<VueWrapper, 'findAll'> | Pick<DOMWrapper<Element>, 'findAll'>

/** The first button of these words, in the document or a part of it. @throws where there is none */
export function button(
  words: string,
  within: Place = new DOMWrapper(document.body),
): DOMWrapper<HTMLButtonElement> {
  const found = within.findAll('button').find((one) => one.text() === words)
  if (found === undefined) throw new Error(`no button “${words}”`)
  return found
}

/** Presses that button, and waits for what follows. */
export async function press(words: string, within?: Place): Promise<void> {
  await button(words, within).trigger('click')
  await flushPromises()
}
