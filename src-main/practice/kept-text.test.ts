import { expect, it } from 'vitest'
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
