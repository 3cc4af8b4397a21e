import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import BaseButton from './BaseButton.vue'

const state = shallowRef<'there' | 'busy' | 'gone'>('there')
const screen = {
  components: { BaseButton },
  setup: () => ({ state }),
  template: `<h1 data-screen-heading tabindex="-1" /><input>
    <BaseButton v-if="state !== 'gone'" :busy="state === 'busy'">Try again</BaseButton>`,
}
afterEach(() => {
  state.value = 'there'
  document.body.replaceChildren()
})

/** The screen with the focus on its button, which is then busy, as the browser shows that. */
async function busy() {
  const shown = mount(screen, { attachTo: document.body })
  const [button, field] = [shown.get('button').element, shown.get('input').element]
  button.focus()
  state.value = 'busy'
  await flushPromises()
  // The tests' document leaves it to a button that is disabled.
  field.focus()
  field.blur()
  return { button, field }
}
async function becomes(next: typeof state.value): Promise<Element | null> {
  state.value = next
  await flushPromises()
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
  return document.activeElement
}

it('a button has the focus again once it is busy no longer, unless that went elsewhere', async () => {
  const { button, field } = await busy()
  expect(await becomes('there')).toBe(button)
  state.value = 'busy'
  await flushPromises()
  field.focus()
  expect(await becomes('there')).toBe(field)
})

it('a button that goes leaves the focus to the heading, also where it was busy before', async () => {
  await busy()
  expect((await becomes('gone'))?.tagName).toBe('H1')
  const shown = mount(screen, { attachTo: document.body })
  state.value = 'there'
  await flushPromises()
  shown.get('button').element.focus()
  expect((await becomes('gone'))?.tagName).toBe('H1')
})
