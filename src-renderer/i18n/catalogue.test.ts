import { afterEach, describe, expect, it } from 'vitest'
import { pseudoLanguage, sourceLanguage } from '#shared/language/language.ts'
import { formSeparator, textsOf } from '#shared/language/message.ts'
import { english } from './english.ts'
import { moment, naira } from './format.ts'
import { addEnglish, addLanguage, i18n, plural, t } from './index.ts'
import { showLanguage } from './languages.ts'

addEnglish(english)
const sources = [...textsOf(english)]
const partsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
afterEach(() => showLanguage(sourceLanguage))

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

describe('a language', () => {
  it('formats numbers and plurals by its own rules, and falls back to English', async () => {
    expect(plural('home.waiting-count', 1200)).toBe('1,200 items')
    expect(t('home.needs-all', { n: 1200 })).toBe('Show all 1,200')
    await showLanguage('none-of-ours')
    expect(t('nav.home')).toBe('Today')
  })

  it('has as many plural forms as ICU defines for it, and the English ones for a missing text', async () => {
    addLanguage('ru', {
      nav: { waiting: '{n} а | {n} б | {n} в | {n} г' },
      palette: { count: 'нет | {n} а | {n} б | {n} в | {n} г' },
    })
    i18n.global.locale.value = 'ru'
    const said = (key: 'nav.waiting' | 'palette.count' | 'nav.needs-you') =>
      [0, 1, 2, 5, 21].map((n) => plural(key, n))
    expect(said('nav.waiting')).toEqual(['0 в', '1 а', '2 б', '5 в', '21 а'])
    expect(said('palette.count')).toEqual(['нет', '1 а', '2 б', '5 в', '21 а'])
    expect(said('nav.needs-you')).toEqual(
      [0, 1, 2, 5, 21].map((n) => (n === 1 ? '1 needs your decision' : `${n} need your decision`)),
    )
    await showLanguage(sourceLanguage)
  })

  it('changes every text in the pseudo-language', async () => {
    await showLanguage(pseudoLanguage)
    expect(t('nav.home')).toMatch(/^«.*»$/)
    expect(plural('home.waiting-count', 1200)).toMatch(/^«1,200 .*»$/)
    for (const [key] of sources) expect(i18n.global.t(key, 1), key).toMatch(/^«.*»$/s)
    expect(naira(1200)).toBe('₦1,200')
    expect(moment('2020-03-03T09:05:00', new Date())).toMatch(/3 Mar 2020/)
  })
})
