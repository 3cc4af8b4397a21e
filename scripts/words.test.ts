import { describe, expect, it } from 'vitest'
import { enSays } from '#shared/claim/en-says.ts'
import { textsOf } from '#shared/language/message.ts'
import { entryStateNames } from '#shared/outbox/entry.ts'
import { everyText } from './every-text.ts'
import { faultsOfWords, wordsNotToWrite } from './words.ts'

/** Texts that have to break a rule, by the beginning of their key; each with its reason. */
const allowed: readonly (readonly [key: string, fault: RegExp, why: string])[] = [
  ['managed.allowed', /sentence/, 'a list of names for IT support'],
]

/** Groups of texts whose keys are called like states, and are none. */
const notAState = [
  /^$/, // parts of the catalogue
  /^history/, // what happened, moment by moment
]
/** Texts that are the same as a badge. */
const namedAlike = ['commands.group.sending']

const notToWrite = wordsNotToWrite()
/** Without what an officer may look for a setting by, which is never shown. */
const texts = [...textsOf(everyText)].filter(([key]) => !/^setting\..*\.words$/.test(key))

describe('the words of the texts', () => {
  it('are those of docs/words.md, in short sentences', () => {
    const faults = texts.flatMap(([key, text]) =>
      faultsOfWords(text, notToWrite)
        .filter((fault) => !allowed.some(([start, which]) => key.startsWith(start) && which.test(fault)))
        .map((fault) => `${key} ${fault}: ${text}`),
    )
    expect(faults).toEqual([])
  })

  it.each([
    ['Select “Try now”.', []],
    ['Click here!', ['says “click”', 'has “!”']],
    ['The API is unconfirmed', ['says “unconfirmed”', 'says “API”']],
    ['Update Claim Lists', ['has the capital letter of “Claim”', 'has the capital letter of “Lists”']],
    [`One ${'word '.repeat(20).trim()}.`, ['has a sentence of 21 words']],
    [
      `${'Three words here. '.repeat(15).trim()} | ${'Four more words here. '.repeat(12).trim()}`,
      ['has 48 words'],
    ],
  ])('are checked: %s', (text, faults) => {
    expect(faultsOfWords(text, notToWrite)).toEqual(faults)
  })

  it('break a rule only where there is a reason', () => {
    const unused = allowed.filter(
      ([start, which]) =>
        !texts.some(
          ([key, text]) =>
            key.startsWith(start) && faultsOfWords(text, notToWrite).some((fault) => which.test(fault)),
        ),
    )
    expect(unused).toEqual([])
  })
})

describe('what a claim or a request is', () => {
  const { badge } = enSays.says
  const names = new Set<string>([...Object.keys(badge), ...entryStateNames])
  const badges = new Set<string>(Object.values(badge))
  const others = texts.filter(([key]) => !key.startsWith('says.'))

  it('is worded in src-shared/claim/en-says.ts alone: elsewhere no texts stand side by side under such names', () => {
    const groups = Map.groupBy(
      others.flatMap(([key]) => {
        const parts = key.split('.')
        return parts.map((part, at) => ({ group: parts.slice(0, at).join('.'), part }))
      }),
      ({ group }) => group,
    )
    const worded = [...groups]
      .filter(([group]) => !notAState.some((pattern) => pattern.test(group)))
      .map(([group, found]) => ({
        group,
        found: new Set(found.map(({ part }) => part).filter((part) => names.has(part))),
      }))
      .filter(({ found }) => found.size > 1)
      .map(({ group, found }) => `${group}: ${[...found].join(', ')}`)
    expect(worded).toEqual([])
  })

  it('has the words of its badge nowhere else', () => {
    const repeated = others.filter(([key, text]) => badges.has(text) && !namedAlike.includes(key))
    expect(repeated).toEqual([])
  })
})
