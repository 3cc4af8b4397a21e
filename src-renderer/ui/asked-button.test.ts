import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import AskedButton from './AskedButton.vue'

afterEach(() => document.body.replaceChildren())

it('a button works while main asks, and says why where nothing was done', async () => {
  const answers = [Promise.withResolvers<string | null>(), Promise.withResolvers<string | null>()] as const
  let asked = 0
  const shown = mount(AskedButton, {
    props: { label: 'Remove', act: () => (asked++ === 0 ? answers[0] : answers[1]).promise },
    attachTo: document.body,
  })
  await shown.get('button').trigger('click')
  await shown.get('button').trigger('click')
  expect(asked).toBe(1)
  answers[0].resolve('You did not allow it')
  await flushPromises()
  expect(document.body.textContent).toContain('You did not allow it')
  expect(shown.emitted('done')).toBeUndefined()
  await shown.get('button').trigger('click')
  expect(document.body.textContent).not.toContain('You did not allow it')
  answers[1].resolve(null)
  await flushPromises()
  expect(shown.emitted('done')).toHaveLength(1)
  shown.unmount()
})
