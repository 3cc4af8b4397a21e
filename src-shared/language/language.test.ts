import { describe, expect, it } from 'vitest'
import { directionOf, languageFor, languageName, localeOf, pseudoLanguage, tagOfFile } from './language.ts'
import { filledText, pluralIndex } from './message.ts'
import { pseudoText, pseudoTexts } from './pseudo.ts'

describe('the choice of a language', () => {
  const offer = { system: ['fr-FR', 'ha-NG', 'en-GB'], available: ['ha', 'pt-BR'], isPseudoAllowed: false }

  it('is the first of this computer’s languages that is available', () => {
    expect(languageFor('system', offer)).toBe('ha')
    expect(languageFor('system', { ...offer, system: ['pt-BR'] })).toBe('pt-BR')
    expect(languageFor('system', { ...offer, system: ['xx', 'not a tag'] })).toBe('en')
    expect(languageFor('system', { ...offer, system: ['en-GB', 'ha'] })).toBe('en')
  })

  it('is the one that was set, and English when that is no longer available', () => {
    expect(languageFor('ha', offer)).toBe('ha')
    expect(languageFor('en', offer)).toBe('en')
    expect(languageFor('ig', offer)).toBe('en')
  })

  it('is the pseudo-language only where it is allowed', () => {
    expect(languageFor(pseudoLanguage, offer)).toBe('en')
    expect(languageFor(pseudoLanguage, { ...offer, isPseudoAllowed: true })).toBe(pseudoLanguage)
    expect(languageFor('system', { ...offer, system: [pseudoLanguage] })).toBe('en')
  })

  it('brings the country’s formats, its own name and its direction', () => {
    expect(localeOf('en')).toBe('en-NG')
    expect(localeOf('pt-BR')).toBe('pt-BR')
    expect(languageName('ha')).toBe('Hausa')
    expect([directionOf('en'), directionOf('ff-Adlm'), directionOf('ar')]).toEqual(['ltr', 'rtl', 'rtl'])
    expect(tagOfFile('../language/files/pt-BR.ts')).toBe('pt-BR')
  })
})

describe('a text that differs by number', () => {
  const formOf = (locale: string, forms: number) => (n: number) => pluralIndex(locale, n, forms)

  it('chooses its form by the rules of its language', () => {
    expect([0, 1, 2, 1.5].map(formOf('en-NG', 2))).toEqual([1, 0, 1, 1])
    expect([0, 1, 2].map(formOf('en-NG', 3))).toEqual([0, 1, 2])
    expect([0, 1, 2, 5, 21, 22].map(formOf('ru', 4))).toEqual([2, 0, 1, 2, 0, 1])
    expect([0, 1, 2, 3, 11, 100].map(formOf('ar', 6))).toEqual([0, 1, 2, 3, 4, 5])
    expect([0, 1, 7].map(formOf('yo', 1))).toEqual([0, 0, 0])
  })

  it('formats its number for the locale, and leaves an id alone', () => {
    expect(filledText('1 item | {n} items of {id}', { n: 1200, id: '1200' }, 'en-NG')).toBe(
      '1,200 items of 1200',
    )
    expect(filledText('Open {host}', { host: 'a.example' }, 'en-NG')).toBe('Open a.example')
  })
})

describe('the pseudo-language', () => {
  it('keeps forms and parts, and is at least two fifths longer', () => {
    const made = pseudoText('{what} waits for its turn. | {what} wait for {n} turns.')
    expect(made.split(' | ')).toHaveLength(2)
    expect(made.match(/\{\w+\}/g)).toEqual(['{what}', '{what}', '{n}'])
    for (const source of ['Close', 'Try now', 'PDF', 'Which policy does the customer have?']) {
      expect(pseudoText(source)).toMatch(/^«.*»$/)
      expect(pseudoText(source).length - 2).toBeGreaterThanOrEqual(source.length * 1.4)
      expect(pseudoText(source)).not.toMatch(/[A-Za-z]/)
    }
  })

  it('is made of every text of a tree', () => {
    expect(pseudoTexts({ a: { b: 'x' }, c: 'y' })).toEqual({ a: { b: '«ẋ~»' }, c: '«ý~»' })
  })
})
