import { expect, it } from 'vitest'
import { contactOf } from './classify.ts'
import { timesPlainWork } from '#testing/processor-time.ts'
import { keyHider } from '#main/network/hide-key.ts'
import { refusalWords } from './refusal-words.ts'

const letters = 500_000
const filled = (part: string): string => part.repeat(Math.ceil(letters / part.length))
const worst = [
  filled('A'),
  filled('Warning: '),
  filled('Warning:\n'),
  filled('<b>Fatal error'),
  `<br />${filled(' ')}`,
  filled('<br />'),
  `{"a":"${filled('\\"')}`,
  `{"a":"${filled('x')}`,
  filled('['),
  filled('{}'),
  filled('"success" '),
  `{"a":${filled('[1],').slice(0, -1)}} more`,
]

// Each was minutes once, or could have been: an insurer may answer with half a megabyte of anything.
it.each(worst.map((text) => [text.slice(0, 20), text] as const))(
  'what an answer of %s… means is known at once, however long it is',
  (_begins, text) => {
    const times = timesPlainWork(() => {
      for (const contentType of ['text/html', 'application/json'])
        contactOf({
          type: 'answered',
          method: 'POST',
          status: 200,
          location: null,
          retryAfter: null,
          contentType,
          body: { type: 'complete', text },
          hideKey: keyHider('made-up'),
          timing: { date: null, age: null, askedAtMs: 0, headersAtMs: 0, tookMs: 0 },
        })
    })
    expect(times).toBeLessThan(50)
  },
)

it.each(worst.map((text) => [text.slice(0, 20), text] as const))(
  'the words of a refusal with %s… are read at once',
  (_begins, text) => {
    const times = timesPlainWork(() => {
      for (const place of ['message', 'errors', 'data']) {
        refusalWords({ success: false, [place]: text }, keyHider('made-up'))
        refusalWords({ success: false, [place]: { [text.slice(0, 10_000)]: [text] } }, keyHider('made-up'))
      }
    })
    expect(times).toBeLessThan(75)
  },
)
