import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pharmacyFilters, type Pharmacy } from '#shared/domain/pharmacy.ts'
import { buildDirectoryIndex, DirectoryIndex } from './directory-index.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'

// Few letters, so that words overlap; with marks, signs and another script, so that folding matters.
const word = fc.string({ unit: fc.constantFrom(...Array.from('abcdẹ́ọṣE’-1ش٣')), minLength: 1, maxLength: 7 })
const phrase = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))
const pharmacy = fc.record({ code: phrase, name: phrase, state: phrase, lga: phrase, address: phrase })
const directory = fc
  .array(pharmacy, { maxLength: 25 })
  .map((rows) => rows.map((row, index): Pharmacy => ({ ...row, id: 3 * index + 1, updatedAt: null })))

const textsOf = (row: Pharmacy): string[] => pharmacyFilters.map((field) => row[field])
const stands = (typed: string, texts: readonly string[]): boolean =>
  wordsOf(fold(typed)).every((wanted) =>
    texts.some((text) =>
      wordsOf(fold(text)).some((known) =>
        wanted.length < 3 ? known.startsWith(wanted) : known.includes(wanted),
      ),
    ),
  )
function scan(rows: readonly Pharmacy[], text: string): number[] {
  return rows.flatMap((row, position) => (stands(text, textsOf(row)) ? [position] : []))
}
const indexOf = (rows: readonly Pharmacy[]): DirectoryIndex => new DirectoryIndex(buildDirectoryIndex(rows))
const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other)

describe('the index of a directory', () => {
  it('finds exactly what a full scan finds, and anything else only as a similar spelling', () => {
    fc.assert(
      fc.property(directory, phrase, (rows, asked) => {
        const hits = indexOf(rows).search(asked, 0, 1000)
        const exact = hits.positions.slice(0, hits.total - hits.similar)
        expect(sorted(exact)).toEqual(scan(rows, asked))
        expect(new Set(hits.positions).size).toBe(hits.total)
      }),
      { numRuns: 400 },
    )
  })

  it('finds a pharmacy by any part of its words with three letters or more', () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('abcé')), minLength: 3, maxLength: 9 })
    const place = fc.record({ row: fc.nat(), field: fc.constantFrom(...pharmacyFilters), at: fc.nat() })
    fc.assert(
      fc.property(fc.array(letters, { minLength: 5, maxLength: 60 }), place, (names, { row, field, at }) => {
        const rows = names.map((name, id) => made({ id, [field]: `x ${name}` }))
        const chosen = row % names.length
        const name = names[chosen] ?? ''
        const start = at % (name.length - 2)
        const text = name.slice(start, start + 3 + (at % 4)).toUpperCase()
        expect(indexOf(rows).search(text, 0, 100).positions).toContain(chosen)
      }),
      { numRuns: 300 },
    )
  })

  it('finds a word with one typo of any kind', () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('abcdxyz')), minLength: 5, maxLength: 9 })
    fc.assert(
      fc.property(
        letters,
        fc.nat(8),
        fc.constantFrom('swap', 'drop', 'add', 'change'),
        (name, place, mistake) => {
          const at = place % (name.length - 1)
          const rest = name.slice(at + 1)
          const typed = {
            swap: name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
            drop: name.slice(0, at) + rest,
            add: `${name.slice(0, at)}q${name.slice(at)}`,
            change: `${name.slice(0, at)}q${rest}`,
          }[mistake]
          const rows = [made({ name: 'other' }), made({ name: `the ${name}` })]
          const hits = indexOf(rows).search(typed, 0, 15)
          expect(hits.positions).toEqual([1])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('adds no word that is two typos away', () => {
    const rows = [made({ name: 'Adeola' }), made({ name: 'Adeloa' }), made({ name: 'Bdeoln' })]
    const hits = indexOf(rows).search('adeola', 0, 15)
    expect(hits.positions).toEqual([0, 1])
    expect(hits).toMatchObject({ total: 2, similar: 1 })
  })

  it.each([
    'near ikeja',
    'chemist in ikja',
    'pharmacy around Ikeja',
    'peace chemist ikeja',
    'Peace Pharmacy, Ikeja',
  ])('finds what “%s” is about', (asked) => {
    const rows = [
      made({ name: 'Peace Chemists', lga: 'Ikeja' }),
      made({ name: 'Nearby Pharmacy', lga: 'Ibadan' }),
    ]
    expect(indexOf(rows).search(asked, 0, 15).positions).toEqual([0])
  })

  it('finds what has most of the words where nothing has all of them', () => {
    const rows = [
      made({ name: 'Peace', lga: 'Ikeja', address: '1 Allen Avenue' }),
      made({ name: 'Peace', lga: 'Ibadan', address: '2 Market Road' }),
      made({ name: 'Dove', lga: 'Ikeja', address: '3 Allen Avenue' }),
    ]
    const hits = indexOf(rows).search('peace ikeja allen street', 0, 15)
    expect(hits).toMatchObject({ positions: [0], total: 1, similar: 1 })
    expect(indexOf(rows).search('dove allen ibadan', 0, 15).positions).toEqual([2])
    expect(indexOf(rows).search('peace ikeja', 0, 15)).toMatchObject({ positions: [0], similar: 0 })
    expect(indexOf(rows).search('nowhere whatever', 0, 15).total).toBe(0)
  })

  it('guesses no number', () => {
    const rows = [made({ name: 'Peace', address: '103 Allen Avenue' }), made({ address: '1032 Market Road' })]
    expect(indexOf(rows).search('1032', 0, 15).positions).toEqual([1])
    expect(indexOf(rows).search('peace 1032', 0, 15).positions).toEqual([1])
    expect(indexOf(rows).search('kkp 2026 1031', 0, 15).total).toBe(0)
  })

  it('puts the beginning of a name first, then a word, then a part of a word', () => {
    const rows = [
      made({ name: 'Newpharm' }),
      made({ name: 'Best Pharmacy' }),
      made({ name: 'Pharm Plus' }),
      made({ name: 'Alpha', address: '1 Pharm Road' }),
    ]
    expect(indexOf(rows).search('pharm', 0, 15).positions).toEqual([2, 3, 1, 0])
  })

  it('answers the same list page by page', () => {
    fc.assert(
      fc.property(directory, phrase, fc.integer({ min: 1, max: 6 }), (rows, asked, size) => {
        const index = indexOf(rows)
        const whole = index.search(asked, 0, 1000).positions
        const pages = Array.from(
          { length: 26 },
          (_, page) => index.search(asked, page * size, size).positions,
        )
        expect(pages.flat()).toEqual(whole.slice(0, 26 * size))
      }),
    )
  })

  it('finds the position of an id, however large, and of no unknown id', () => {
    const rows = [made({ id: 2 ** 40 }), made({ id: 5 })]
    const index = indexOf(rows)
    expect([5, 2 ** 40, 6, 2 ** 40 + 1].map((id) => index.positionOf(id))).toEqual([1, 0, null, null])
  })
})

function made(change: Partial<Pharmacy>): Pharmacy {
  return { id: 1, code: '', name: '', state: '', lga: '', address: '', updatedAt: null, ...change }
}
