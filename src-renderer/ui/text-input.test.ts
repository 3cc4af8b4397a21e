import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import TextInput from './TextInput.vue'

it('what is typed of a secret can be shown, until the field is empty again', async () => {
  const field = mount(TextInput, { props: { modelValue: '', type: 'password' } })
  expect(field.find('button').exists()).toBe(false)
  await field.setProps({ modelValue: 'made-up' })
  await field.get('button').trigger('click')
  expect(field.get('input').attributes('type')).toBe('text')
  expect(field.get('button').text()).toBe('Hide')
  await field.setProps({ modelValue: '' })
  await field.setProps({ modelValue: 'm' })
  expect(field.get('input').attributes('type')).toBe('password')
})
