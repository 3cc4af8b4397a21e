import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import ConfirmButton from './ConfirmButton.vue'

afterEach(() => document.body.replaceChildren())

it('a question stays while its action runs, to say why where it fails', async () => {
  const acting = Promise.withResolvers<string | null>()
  const shown = mount(ConfirmButton, {
    props: { title: 'Remove it?', text: 'It is gone then.', label: 'Remove', act: () => acting.promise },
    attachTo: document.body,
  })
  const dialog = (): HTMLElement | null => document.querySelector('[role=alertdialog]')
  await shown.get('button').trigger('click')
  await flushPromises()
  ;[...(dialog()?.querySelectorAll('button') ?? [])].at(-1)?.click()
  await flushPromises()
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await flushPromises()
  acting.resolve('The disk is full')
  await flushPromises()
  expect(dialog()?.textContent).toContain('The disk is full')
  shown.unmount()
})
