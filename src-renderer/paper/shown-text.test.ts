import { expect, it } from 'vitest'
import { shownText } from './shown-text.ts'

it('a text of 400,000 letters is cut between two of them, and says how many there are', () => {
  const shown = shownText('🛵'.repeat(200_000), 99)
  expect(shown).toContain('400,000 letters in all')
  expect(shown.isWellFormed()).toBe(true)
  expect(shown.length).toBeLessThan(150)
  expect(shownText('short', 99)).toBe('short')
})
