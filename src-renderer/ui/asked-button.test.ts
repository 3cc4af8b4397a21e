import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import AskedButton from './AskedButton.vue'

it('a button works while main asks, says why where nothing was done, and nothing where a person said no', async () => {
  const answers: PromiseWithResolvers<string | null>[] = []
  const shown = mount(AskedButton, {
    props: {
      label: 'Remove',
      act: () => {
        const answer = Promise.withResolvers<string | null>()
        answers.push(answer)
        return answer.promise
      },
    },
    attachTo: document.body,
  })
  await shown.get('button').trigger('click')
  await shown.get('button').trigger('click')
  expect(answers).toHaveLength(1)
  answers.at(-1)?.resolve('The disk is full')
  await flushPromises()
  expect(document.body.textContent).toContain('The disk is full')
  expect(shown.emitted('done')).toBeUndefined()
  await shown.get('button').trigger('click')
  expect(document.body.textContent).not.toContain('The disk is full')
  answers.at(-1)?.resolve('')
  await flushPromises()
  expect(document.querySelector('[role=status], [role=alert]')).toBeNull()
  expect(shown.emitted('done')).toBeUndefined()
  await shown.get('button').trigger('click')
  answers.at(-1)?.resolve(null)
  await flushPromises()
  expect(shown.emitted('done')).toHaveLength(1)
})
