import { expect, it } from 'vitest'
import { sourceText } from './source-words.ts'

it('one pharmacy that was seen is one, and several are counted', () => {
  const text = (count: number): string =>
    sourceText({ type: 'kept-partly', oldestAt: new Date().toISOString(), count, failure: null })
  expect(text(1)).toContain('Only 1 pharmacy seen here')
  expect(text(1200)).toContain('Only the 1,200 pharmacies seen here')
})
