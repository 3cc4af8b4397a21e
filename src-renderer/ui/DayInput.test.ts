import { mount, type VueWrapper } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { today, typedDay } from '#shared/domain/calendar-date.ts'
import DayInput from './DayInput.vue'

let field: VueWrapper

function show(modelValue = ''): void {
  field = mount(DayInput, { props: { modelValue }, attachTo: document.body })
}
const text = () => field.get<HTMLInputElement>('input[type="text"]')

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
  await text().trigger('keydown', { key: 'ArrowDown' })
  await vi.dynamicImportSettled()
  const days = () => field.findAll('[role=gridcell] [role=button]')
  const named = (name: string) => days().find((day) => day.attributes('aria-label')?.includes(name))
  expect(named('3 November 2025')?.attributes('data-selected')).toBeDefined()
  await named('9 November 2025')?.trigger('click')
  expect(field.emitted('update:modelValue')).toEqual([['09/11/2025']])
  await vi.waitFor(() => expect(document.activeElement).toBe(text().element))
})

it('offers no day to come', async () => {
  show('')
  await text().trigger('keydown', { key: 'ArrowDown' })
  await vi.dynamicImportSettled()
  const day = field.get('[data-today]')
  expect(day.attributes('data-disabled')).toBeUndefined()
  const days = field.findAll('[role=gridcell] [role=button]').map((one) => one.element)
  expect(days[days.indexOf(day.element) + 1]?.hasAttribute('data-disabled')).toBe(true)
})
