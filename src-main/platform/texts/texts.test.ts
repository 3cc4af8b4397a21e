import { expect, it } from 'vitest'
import { say, sayOfClaim } from './texts.ts'

it('choose their form by the number, and share the labels of commands with the page', () => {
  expect(say('not-received', { n: 0 })).toBe('Nothing waits.')
  expect(say('not-received', { n: 1 })).toBe('1 item is not yet received.')
  expect(say('not-received', { n: 1200 })).toBe('1,200 items are not yet received.')
  expect(say('commands.label.go-home')).toBe('Today')
})

it('say what a claim is as the page does, and call the insurer what it is', () => {
  expect(sayOfClaim('badge.confirming')).toBe('Confirming delivery')
  expect(sayOfClaim('received.details')).toBe('The answer was lost, but the insurer shows it.')
  expect(sayOfClaim('confirming.looked', { n: 1 })).toBe('Checked once, not found.')
})
