import { describe, expect, it } from 'vitest'
import { localeOf, tagOfFile, type LanguageTexts } from '#shared/language/language.ts'
import { formSeparator, pluralCategories, textsOf } from '#shared/language/message.ts'
import { everyText, startedFile } from './language.ts'

const files = import.meta.glob<LanguageTexts>('../src-shared/language/files/*.ts', {
  eager: true,
  import: 'default',
})
const sources = new Map(textsOf(everyText))
const partsOf = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
const formsOf = (text: string): number => text.split(formSeparator).length

/** What is wrong with the texts of a language; what is missing is not. */
function faultsOf(tag: string, texts: LanguageTexts): readonly string[] {
  const categories = pluralCategories(localeOf(tag)).length
  return [...textsOf(texts)].flatMap(([key, text]) => {
    const source = sources.get(key)
    if (source === undefined) return [`${key}: English has no such text`]
    const wanted = formsOf(source) === 1 ? 1 : categories + formsOf(source) - 2
    const strange = partsOf(text).filter((part) => !partsOf(source).includes(part))
    return [
      ...(formsOf(text) === wanted ? [] : [`${key}: ${wanted} forms are needed, not ${formsOf(text)}`]),
      ...strange.map((part) => `${key}: English has no part ${part}`),
    ]
  })
}

const missingIn = (texts: LanguageTexts): readonly string[] => {
  const there = new Map(textsOf(texts))
  return [...sources.keys()].filter((key) => !there.has(key))
}

describe.each(Object.entries(files).map(([path, texts]) => [tagOfFile(path), texts] as const))(
  'the language %s',
  (tag, texts) => {
    it('is named by its tag', () => {
      expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    })

    it('has texts of the catalogue alone, each with its parts and its forms', () => {
      expect(faultsOf(tag, texts)).toEqual([])
    })

    it('says which texts are still shown in English', () => {
      const missing = missingIn(texts)
      const same = [...textsOf(texts)].filter(([key, text]) => sources.get(key) === text).length
      const more = missing.length > 20 ? `\n  … and ${missing.length - 20} more` : ''
      console.info(
        `${tag}: ${missing.length} of ${sources.size} texts missing, ${same} as in English` +
          missing
            .slice(0, 20)
            .map((key) => `\n  ${key}`)
            .join('') +
          more,
      )
      expect(missing.length).toBeLessThan(sources.size)
    })
  },
)

describe('a look at a language file', () => {
  it('finds texts that are not asked for, forms and parts', () => {
    const texts = { nav: { home: 'Nau {x}', waiting: '{n} a' }, main: { waits: 'a | b | c' }, other: 'x' }
    expect(faultsOf('ha', texts)).toEqual([
      'nav.home: English has no part {x}',
      'nav.waiting: 2 forms are needed, not 1',
      'other: English has no such text',
    ])
    expect(
      faultsOf('ru', { nav: { waiting: '1 | 2 | 3 | 4' }, main: { waits: '0 | 1 | 2 | 3 | 4' } }),
    ).toEqual([])
    expect(faultsOf('yo', { nav: { waiting: '{n} a' } })).toEqual([])
  })

  it('tells what is missing', () => {
    expect(missingIn(everyText)).toEqual([])
    expect(missingIn({ ...everyText, nav: {} })).toContain('nav.home')
  })

  it('begins with every text in English', () => {
    expect(startedFile('ha')).toContain('Hausa')
    expect(startedFile('ha')).toContain('"close-of-day"')
  })
})
