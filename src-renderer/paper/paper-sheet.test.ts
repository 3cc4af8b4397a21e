import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import PaperSheet from './PaperSheet.vue'

const sheet = (text: string) => mount(PaperSheet, { slots: { default: text }, attachTo: document.body })
const printed = (): string[] =>
  [...document.querySelectorAll('.print-slip')].map(({ textContent }) => textContent)

it('a customer’s slip is printed alone, also over a screen that has a sheet of its own', async () => {
  const day = sheet('The claims of the day')
  const slip = sheet('Customer’s slip')
  await nextTick()
  expect(printed()).toEqual(['Customer’s slip'])
  slip.unmount()
  await nextTick()
  expect(printed()).toEqual(['The claims of the day'])
  day.unmount()
  expect(printed()).toEqual([])
})
