import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carriesReference, detailsWithReference, keptTextMatches } from '#shared/domain/reference.ts'
import { keptText, keptTexts, type TextWays } from './kept-text.ts'

const sent = `[Ref 7F3K-92QD] Ọba's <b>road</b> & "bridge"\n  fell`

it.each<[TextWays, string | null]>([
  [{}, sent],
  [{ lost: true, cutAt: 20 }, null],
  [{ cutAt: 20 }, `[Ref 7F3K-92QD] Ọba'`],
  [{ letters: 'upper-case' }, `[REF 7F3K-92QD] ỌBA'S <B>ROAD</B> & "BRIDGE"\n  FELL`],
  [{ letters: 'lower-case', cutAt: 15 }, '[ref 7f3k-92qd]'],
  [{ brackets: 'removed', cutAt: 13 }, 'Ref 7F3K-92QD'],
  [{ brackets: 'round', cutAt: 15 }, '(Ref 7F3K-92QD)'],
  [{ brackets: 'entities', cutAt: 23 }, '&#91;Ref 7F3K-92QD&#93;'],
  [{ brackets: 'percent', cutAt: 19 }, '%5BRef 7F3K-92QD%5D'],
  [{ brackets: 'backslash', cutAt: 17 }, '\\[Ref 7F3K-92QD\\]'],
  [{ escaped: true }, '[Ref 7F3K-92QD] Ọba&#039;s &lt;b&gt;road&lt;/b&gt; &amp; &quot;bridge&quot;\n  fell'],
  [{ markup: true }, `<p>[Ref 7F3K-92QD] Ọba's <b>road</b> & "bridge"<br>  fell</p>`],
  [{ oneSpace: true }, `[Ref 7F3K-92QD] Ọba's <b>road</b> & "bridge" fell`],
  [{ characters: 'mojibake', cutAt: 21 }, '[Ref 7F3K-92QD] á»\u008cba'],
  [{ characters: 'question-marks', cutAt: 19 }, '[Ref 7F3K-92QD] ?ba'],
  [{ characters: 'utf-16', cutAt: 8 }, '[\0R\0e\0f\0'],
  [{ characters: 'wide', cutAt: 15 }, '［Ｒｅｆ ７Ｆ３Ｋ－９２ＱＤ］'],
  [{ characters: 'wide', brackets: 'removed', markup: true, cutAt: 16 }, '<p>Ｒｅｆ ７Ｆ３Ｋ－９２ＱＤ'],
])('keeps a text by %j', (ways, kept) => {
  expect(keptText(sent, ways)).toBe(kept)
})

it('changes the details alone where nothing is named', () => {
  const texts = {
    details_of_incidence: 'a',
    address_of_occurance: 'b',
    means_of_claimant_identification: 'c',
  }
  expect(keptTexts(texts, { letters: 'upper-case' })).toEqual({ details_of_incidence: 'A' })
  expect(keptTexts(texts, { letters: 'upper-case', of: ['address_of_occurance'] })).toEqual({
    address_of_occurance: 'B',
  })
})

describe('what is kept in any of these ways, and several together,', () => {
  const ways: fc.Arbitrary<TextWays> = fc.record(
    {
      letters: fc.constantFrom('upper-case', 'lower-case'),
      characters: fc.constantFrom('mojibake', 'question-marks', 'utf-16', 'wide'),
      brackets: fc.constantFrom('removed', 'round', 'entities', 'percent', 'backslash'),
      escaped: fc.boolean(),
      markup: fc.boolean(),
      oneSpace: fc.boolean(),
      cutAt: fc.integer({ min: 1, max: 200 }),
    },
    { requiredKeys: [] },
  )
  const words = fc
    .stringMatching(/^[a-zA-Z0-9 ,.<>&"'()\n-]{20,60}$/)
    .map((text) => `The rider's helmet broke. ${text.trim()}`)

  it('carries its reference unless it was cut within it, and no other one', () => {
    fc.assert(
      fc.property(ways, words, ({ cutAt, ...way }, text) => {
        const whole = keptText(detailsWithReference(text, '7F3K-92QD'), way) ?? ''
        const kept = whole.slice(0, cutAt)
        const letters = kept.normalize('NFKC').replace(/[^ -~]/g, '')
        expect(carriesReference(kept, '7F3K-92QD')).toBe(/7F3K-92QD/i.test(letters))
        expect(carriesReference(kept, '7F3K-92QE')).toBe(false)
        expect(carriesReference(kept, '7F3K-92Q1')).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('is the text that was sent, while it is long enough to tell', () => {
    fc.assert(
      fc.property(ways, words, ({ cutAt = 200, ...way }, text) => {
        const whole = keptText(detailsWithReference(text, '7F3K-92QD'), way) ?? ''
        expect(keptTextMatches(text, whole.slice(0, Math.max(cutAt, 150)))).toBe(true)
        expect(keptTextMatches(`Not so: ${text}`, whole)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
})
