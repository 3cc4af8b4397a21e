import { describe, expect, it } from 'vitest'
import { formSeparator, textsOf } from '#shared/language/message.ts'
import { english } from './english.ts'
import { i18n, plural, t } from './index.ts'

const sources = [...textsOf(english)]
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

  it.each(sources)('%s can be shown with its parts filled in', (key, source) => {
    const named = Object.fromEntries(partsOf(source).map((name) => [name, `<${name}>`]))
    const last = source.split(formSeparator).at(-1) ?? ''
    expect(i18n.global.t(key, named, 7)).toBe(last.replaceAll(/\{(\w+)\}/g, (_, name: string) => `<${name}>`))
    expect(source.split(formSeparator).length, 'one | many, or none | one | many').toBeLessThanOrEqual(3)
  })
})

it('a text that differs by number has its form, and its number as people write it', () => {
  expect(plural('received.count', 1200)).toBe('1,200 claims')
  expect([0, 1].map((n) => plural('received.count', n))).toEqual(['No claim', '1 claim'])
  expect(t('home.needs-all', { n: 1200 })).toBe('1,200 more')
})
