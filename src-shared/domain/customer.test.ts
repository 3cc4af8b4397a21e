import { expect, it } from 'vitest'
import { customerPart, customerWords } from './customer.ts'

it('is kept without outer spaces, and not at all where nothing was typed', () => {
  expect(customerPart({ name: ' Ngozi ', phone: '' })).toEqual({ customer: { name: 'Ngozi', phone: '' } })
  expect(customerPart({ name: ' ', phone: '' })).toEqual({})
  expect(customerPart()).toEqual({})
})

it.each([
  '0803 123 4567',
  '+234 803-123-4567',
  '2348031234567',
  '803 123 4567',
  '+234 (0) 803 123 4567',
  '00234 803 123 4567',
  '009 234 803 123 4567',
  '0805 000 0000 / 0803 123 4567',
  '0805 000 0000 or 803 123 4567',
  'o8o3 123 4567',
  '0803 123 4567 or 0805 000 oooo',
])('is found by its phone as it is typed or written: %s', (phone) => {
  expect(customerWords({ name: 'Ngozi', phone })).toEqual(
    expect.arrayContaining(['Ngozi', '08031234567', '2348031234567']),
  )
})

it('is found as it was written too', () => {
  expect(customerWords({ name: '', phone: '00234 803 123 4567' })).toContain('002348031234567')
})

it('has no words of a phone that has no digit', () => {
  expect(customerWords({ name: '', phone: 'none' })).toEqual([''])
})
