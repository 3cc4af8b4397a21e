import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { today, typedDay } from '#shared/domain/calendar-date.ts'
import { i18n } from '#renderer/i18n/index.ts'
import DayInput from './DayInput.vue'

let field: VueWrapper
afterEach(() => field.unmount())

function show(modelValue = ''): void {
  field = mount(DayInput, { props: { modelValue }, global: { plugins: [i18n] }, attachTo: document.body })
}
const text = () => field.get<HTMLInputElement>('input[type="text"]')
const calendar = () => field.get<HTMLInputElement>('input[type="date"]')

it('puts what was typed into the normal form when it is left, and says no when it is no day', async () => {
  show()
  text().element.value = 'today'
  await text().trigger('input')
  expect(field.emitted('day')).toBeUndefined()
  await text().trigger('change')
  expect(field.emitted('update:modelValue')?.at(-1)).toEqual([typedDay(today())])
  expect(field.emitted('day')).toEqual([[today()]])
  await text().setValue('soon')
  expect(field.emitted('day')?.at(-1)).toEqual([null])
})

it('is certain of a whole date at once', async () => {
  show()
  text().element.value = '3/11/2025'
  await text().trigger('input')
  expect(field.emitted('day')).toEqual([['2025-11-03']])
})

it('opens the calendar at its day with ↓, up to today, and takes what is chosen there', async () => {
  show('3/11/2025')
  const showPicker = vi.fn()
  calendar().element.showPicker = showPicker
  await text().trigger('keydown', { key: 'ArrowDown' })
  expect(showPicker).toHaveBeenCalledOnce()
  expect([calendar().element.value, calendar().element.max]).toEqual(['2025-11-03', today()])
  await calendar().setValue('2025-11-09')
  expect(field.emitted('update:modelValue')).toEqual([['09/11/2025']])
  expect(document.activeElement).toBe(text().element)
})
