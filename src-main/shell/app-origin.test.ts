import { expect, it } from 'vitest'
import { appOrigin, isOurAddress } from './app-origin.ts'

it.each([appOrigin, 'app://desk/', 'app://desk/drafts/1?x=y#z'])('of our page is ours: %s', (address) => {
  expect(isOurAddress(address)).toBe(true)
})

it.each([
  '',
  'desk',
  'app:desk',
  'app://',
  'app://desk.test/',
  'app://desk:80/',
  'app://other/',
  'https://desk/',
  'file:///desk',
  'javascript:app://desk',
])('of anything else is not: %s', (address) => {
  expect(isOurAddress(address)).toBe(false)
})
