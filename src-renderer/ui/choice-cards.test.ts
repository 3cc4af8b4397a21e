import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import ChoiceCards from './ChoiceCards.vue'

it('shows what its caller holds, not what was only asked for', async () => {
  const options = [
    { value: 'practice', label: 'Practice' },
    { value: 'live', label: 'Live' },
  ]
  const asked: string[] = []
  const props = {
    label: 'Environment',
    options,
    modelValue: 'practice',
    'onUpdate:modelValue': (value: string) => asked.push(value),
  }
  const cards = mount(ChoiceCards, { props })
  const checked = () => cards.findAll('input').map(({ element }) => element.checked)
  await cards.get('[value=live]').setValue()
  await nextTick()
  expect(asked).toEqual(['live'])
  expect(checked()).toEqual([true, false])
  await cards.setProps({ modelValue: 'live' })
  expect(checked()).toEqual([false, true])
})
