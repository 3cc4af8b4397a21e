import { generatePharmacies } from '#main/practice/data/pharmacies.ts'
import { seededRandom, type SeededRandom } from '#main/practice/data/random.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'

const onsets = 'b ch d f g gb k kp l m n ny r s sh t w y z'.split(' ')
const vowels = ['a', 'e', 'i', 'o', 'u', 'ọ', 'ẹ', 'ị']

const surname = (random: SeededRandom): string =>
  Array.from({ length: random.integer(2, 4) }, () => random.pick(onsets) + random.pick(vowels)).join('')

/** Makes up pharmacies; two in three have a unique surname, for as many different words as in a real network. */
export function benchPharmacies(count: number): Pharmacy[] {
  const random = seededRandom(7)
  return generatePharmacies(1, count).map((row) => ({
    id: row.id,
    code: row.pharmacy_code,
    name: random.oneIn(3) ? row.pharmacy_name : `${surname(random)} ${row.pharmacy_name}`,
    state: row.state_of_premise,
    lga: row.lga,
    address: random.oneIn(2) ? row.pharmacy_address : `${surname(random)} House, ${row.pharmacy_address}`,
    updatedAt: row.updated_at,
  }))
}

export const queryKinds = ['prefix', 'word', 'substring', 'typo', 'miss'] as const
export type QueryKind = (typeof queryKinds)[number]

/** Makes up queries of a kind from the pharmacies themselves. */
export function benchQueries(pharmacies: readonly Pharmacy[], kind: QueryKind, count: number): string[] {
  const random = seededRandom(queryKinds.indexOf(kind) + 11)
  const wordOf = (least: number): string => {
    for (;;) {
      const { name, address, lga } = random.pick(pharmacies)
      const word = random.pick(wordsOf(fold(random.pick([name, address, lga]))))
      if (word.length >= least) return word
    }
  }
  const makers: Readonly<Record<QueryKind, () => string>> = {
    prefix: () => fold(random.pick(pharmacies).name).slice(0, random.integer(3, 8)).trim(),
    word: () => wordOf(4),
    substring: () => {
      const word = wordOf(6)
      const length = random.integer(3, word.length - 2)
      return word.slice(random.integer(1, word.length - length - 1)).slice(0, length)
    },
    typo: () => withTypo(wordOf(5), random),
    miss: () => `${surname(random)}xq${random.digits(2)}`,
  }
  return Array.from({ length: count }, makers[kind])
}

function withTypo(word: string, random: SeededRandom): string {
  const at = random.integer(0, word.length - 2)
  const rest = word.slice(at + 1)
  return random.pick([
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    word.slice(0, at) + rest,
    `${word.slice(0, at)}q${rest}`,
    `${word.slice(0, at)}q${word.slice(at)}`,
  ])
}
