import { describe, expect, it } from 'vitest'
import { formSeparator, textsOf } from '#shared/language/message.ts'
import { english } from './english.ts'
import { plural, t, type TextKey } from './index.ts'

const partsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

describe('the English catalogue', () => {
  it('has every part only once, so that none hides another', () => {
    const parts = import.meta.glob<Record<string, object>>('./en-*.ts', { eager: true })
    const places = new Map<string, string>()
    for (const [file, exported] of Object.entries(parts))
      for (const part of Object.values(exported))
        for (const [key, texts] of Object.entries(part)) {
          expect(places.get(key), `${key} of ${file}`).toBeUndefined()
          places.set(key, file)
          expect(english, file).toHaveProperty(key)
          expect(Object.entries(english).find(([name]) => name === key)?.[1], `${key} of ${file}`).toBe(texts)
        }
    expect(places.size).toBeGreaterThan(20)
  })

  // One test for all texts: a test of its own for each costs a hundred times its work.
  it('can be shown, each text with its parts filled in', () => {
    const faults = [...textsOf(english)].filter(([key, source]) => {
      const named = Object.fromEntries(partsOf(source).map((name) => [name, `<${name}>`]))
      // One | many, or none | one | many.
      const forms = source.split(formSeparator)
      const filled = forms.at(-1)?.replaceAll(/\{(\w+)\}/g, (_, name: string) => `<${name}>`)
      return forms.length > 3 || t(key as TextKey, { ...named, n: 7 }) !== filled?.replaceAll('<n>', '7')
    })
    expect(faults).toEqual([])
  })
})

it('a text that differs by number has its form, and its number as people write it', () => {
  expect(plural('received.count', 1200)).toBe('1,200 claims')
  expect([0, 1].map((n) => plural('received.count', n))).toEqual(['No claim', '1 claim'])
  expect(t('home.needs-all', { n: 1200 })).toBe('1,200 more')
})
