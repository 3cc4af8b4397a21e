import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pharmacyFilters, type Pharmacy } from '#shared/domain/pharmacy.ts'
import { DirectoryScan } from './directory-scan.ts'
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
function having(rows: readonly Pharmacy[], text: string): number[] {
  return rows.flatMap((row, position) => (stands(text, textsOf(row)) ? [position] : []))
}
/** The hits of a search, as positions in the directory. */
function searched(rows: readonly Pharmacy[], text: string) {
  const { found, similar } = new DirectoryScan(rows).search(text)
  return { positions: found.map((pharmacy) => rows.indexOf(pharmacy)), total: found.length, similar }
}
const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other)

it('finds exactly what has every word, and anything else only as a similar spelling', () => {
  fc.assert(
    fc.property(directory, phrase, (rows, asked) => {
      const hits = searched(rows, asked)
      const exact = hits.positions.slice(0, hits.total - hits.similar)
      expect(sorted(exact)).toEqual(having(rows, asked))
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
      expect(searched(rows, text).positions).toContain(chosen)
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
        const hits = searched(rows, typed)
        expect(hits.positions).toEqual([1])
      },
    ),
    { numRuns: 500 },
  )
})

it('adds no word that is two typos away', () => {
  const rows = [made({ name: 'Adeola' }), made({ name: 'Adeloa' }), made({ name: 'Bdeoln' })]
  const hits = searched(rows, 'adeola')
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
  expect(searched(rows, asked).positions).toEqual([0])
})

it.each(['chemist', 'the chemist near', ' '])(
  'finds all with “%s”, which tells none from another',
  (asked) => {
    const rows = [made({ name: 'Peace Pharmacy' }), made({ name: 'Dove' })]
    expect(searched(rows, asked)).toMatchObject({ positions: [1, 0], similar: 0 })
  },
)

it('finds Lagos as “lagos state”, and a road by its name', () => {
  const rows = [made({ state: 'Lagos' }), made({ name: 'A', address: '1 State Road' }), made({ name: 'B' })]
  expect(searched(rows, 'lagos state chemist').positions).toEqual([0])
  expect(searched(rows, 'state road').positions).toEqual([1])
})

it('finds two words that are typed as one, where no word is so written', () => {
  const rows = [made({ name: 'Peace', lga: 'Port Harcourt' }), made({ name: 'Port', lga: 'Ikeja' })]
  expect(searched(rows, 'peace portharcourt')).toMatchObject({ positions: [0], similar: 1 })
  expect(searched([...rows, made({ lga: 'Portharcourt' })], 'portharcourt').positions).toEqual([2, 0])
})

it('takes “and” for its sign', () => {
  const rows = ['Andrew and Nneka', 'Nnamdi', 'N&N Pharmacy'].map((name) => made({ name }))
  expect(searched(rows, 'N and N').positions[0]).toBe(2)
})

it('finds what has most of the words where nothing has all of them', () => {
  const rows = [
    made({ name: 'Peace', lga: 'Ikeja', address: '1 Allen Avenue' }),
    made({ name: 'Peace', lga: 'Ibadan', address: '2 Market Road' }),
    made({ name: 'Dove', lga: 'Ikeja', address: '3 Allen Avenue' }),
  ]
  const hits = searched(rows, 'peace ikeja allen street')
  expect(hits).toMatchObject({ positions: [0], total: 1, similar: 1 })
  expect(searched(rows, 'dove allen ibadan').positions).toEqual([2])
  expect(searched(rows, 'peace ikeja')).toMatchObject({ positions: [0], similar: 0 })
  expect(searched(rows, 'nowhere whatever').total).toBe(0)
})

it('guesses no number', () => {
  const rows = [made({ name: 'Peace', address: '103 Allen Avenue' }), made({ address: '1032 Market Road' })]
  expect(searched(rows, '1032').positions).toEqual([1])
  expect(searched(rows, 'peace 1032').positions).toEqual([1])
  expect(searched(rows, 'kkp 2026 1031').total).toBe(0)
})

it('puts the beginning of a name first, then a word, then a part of a word', () => {
  const rows = [
    made({ name: 'Aapharm' }),
    made({ name: 'Best Pharmacy' }),
    made({ name: 'Pharm Plus' }),
    made({ name: 'Alpha', address: '1 Pharm Road' }),
  ]
  expect(searched(rows, 'pharm').positions).toEqual([2, 3, 1, 0])
})

it('sorts names as people count', () => {
  const rows = ['Dove 10', 'Dove 1002', 'Dove 9', 'Dove'].map((name) => made({ name }))
  expect(searched(rows, 'dove').positions).toEqual([3, 2, 0, 1])
})

it('sorts by name, and those of one name as the directory does', () => {
  const rows = ['Ọla Two', 'Ola', 'ola', 'Ade'].map((name, id) => made({ id, name, state: 'Oyo' }))
  expect(searched(rows, 'oyo').positions).toEqual([3, 1, 2, 0])
  expect(searched(rows, '').positions).toEqual([3, 1, 2, 0])
})

function made(change: Partial<Pharmacy>): Pharmacy {
  return { id: 1, code: '', name: '', state: '', lga: '', address: '', updatedAt: null, ...change }
}
