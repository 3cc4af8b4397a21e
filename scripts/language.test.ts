import { describe, expect, it } from 'vitest'
import { localeOf, tagOfFile, type LanguageTexts } from '#shared/language/language.ts'
import { formSeparator, pluralCategories, textsOf } from '#shared/language/message.ts'
import { everyText, numbersOf, startedFile, startedTexts } from './language.ts'

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
    const unsaid = formsOf(source) === 1 ? [] : formsWithoutNumber(tag, source, text)
    const strange = partsOf(text).filter((part) => !partsOf(source).includes(part))
    return [
      ...(formsOf(text) === wanted ? [] : [`${key}: ${wanted} forms are needed, not ${formsOf(text)}`]),
      ...unsaid.map((n) => `${key}: the form for ${n} stands for other numbers too, and does not say {n}`),
      ...strange.map((part) => `${key}: English has no part ${part}`),
    ]
  })
}

/** Numbers whose form would hide which of several numbers is meant. */
function formsWithoutNumber(tag: string, source: string, text: string): readonly number[] {
  if (!(source.split(formSeparator).at(-1) ?? '').includes('{n}')) return []
  const hasNone = formsOf(source) > 2
  const forms = text.split(formSeparator).slice(hasNone ? 1 : 0)
  return pluralCategories(localeOf(tag)).flatMap((category, index) => {
    const numbers = numbersOf(tag, category).filter((n) => !(hasNone && n === 0))
    return numbers.length > 1 && forms[index]?.includes('{n}') === false ? numbers.slice(0, 1) : []
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

describe('the check of a language file', () => {
  it('finds superfluous texts, forms and parts', () => {
    const texts = { nav: { home: 'Nau {x}', waiting: '{n} a' }, main: { waits: 'a | b | {n} c' }, other: 'x' }
    expect(faultsOf('ha', texts)).toEqual([
      'nav.home: English has no part {x}',
      'nav.waiting: 2 forms are needed, not 1',
      'other: English has no such text',
    ])
    expect(
      faultsOf('ru', {
        nav: { waiting: '{n} а | {n} б | {n} в | {n} г' },
        main: { waits: 'нет | {n} а | {n} б | {n} в | {n} г' },
      }),
    ).toEqual([])
    expect(faultsOf('yo', { nav: { waiting: '{n} a' } })).toEqual([])
  })

  it('finds forms that stand for several numbers and say none', () => {
    expect(faultsOf('ru', { nav: { waiting: '1 а | {n} б | {n} в | {n} г' } })).toEqual([
      'nav.waiting: the form for 1 stands for other numbers too, and does not say {n}',
    ])
    expect(faultsOf('ha', { nav: { waiting: '1 a | {n} b' } })).toEqual([])
    // In French, none and one have the same form.
    expect(faultsOf('fr', { nav: { waiting: '1 a | {n} b | {n} c' } })).toEqual([
      'nav.waiting: the form for 0 stands for other numbers too, and does not say {n}',
    ])
  })

  it('reports what is missing', () => {
    expect(missingIn(everyText)).toEqual([])
    expect(missingIn({ ...everyText, nav: {} })).toContain('nav.home')
  })

  it.each(['ha', 'yo', 'ig', 'fr', 'ru', 'ar'])(
    'begins with every text in English, in the forms of %s',
    (tag) => {
      const texts = startedTexts(tag)
      expect(missingIn(texts)).toEqual([])
      expect(faultsOf(tag, texts)).toEqual([])
    },
  )

  it('says which forms a language has, and for which numbers', async () => {
    const file = await startedFile('ha')
    expect(file).toContain('Hausa')
    expect(file).toContain('one (1), other (0, 2, 3, 4 …)')
    expect(file).toContain("'close-of-day'")
  })
})
