import { describe, expect, it } from 'vitest'
import { textsOf } from '#shared/language/message.ts'
import { everyText } from './every-text.ts'
import { faultsOfWords, wordsNotToWrite } from './words.ts'

/** Texts that have to break a rule, by the beginning of their key; each with its reason. */
const allowed: readonly (readonly [key: string, fault: RegExp, why: string])[] = [
  ['attachments.stand-in', /nobody/, 'the name under which the insurer agreed to this link'],
  ['setting.nobodyDiedLink', /nobody/, 'the same'],
  ['main.support.names.nobodyDiedLink', /nobody/, 'the same'],
  ['managed.allowed', /sentence/, 'a list of names for IT support'],
]

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
