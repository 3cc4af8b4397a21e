import { describe, expect, it } from 'vitest'
import { filledText, pluralIndex } from './message.ts'

describe('a text that differs by number', () => {
  it('chooses its form: one or many, and none where there is a form for it', () => {
    const formOf = (forms: number) => (n: number) => pluralIndex(n, forms)
    expect([0, 1, 7].map(formOf(1))).toEqual([0, 0, 0])
    expect([0, 1, 2, 1.5].map(formOf(2))).toEqual([1, 0, 1, 1])
    expect([0, 1, 2].map(formOf(3))).toEqual([0, 1, 2])
  })

  it('writes its number as people do, and leaves an id alone', () => {
    expect(filledText('1 item | {n} items of {id}', { n: 1200, id: '1200' })).toBe('1,200 items of 1200')
    expect(filledText('Open {host}', { host: 'a.example' })).toBe('Open a.example')
  })
})
