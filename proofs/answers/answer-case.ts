import fc from 'fast-check'
import { mutations, type Mutation } from './json-mutation.ts'
import { echoForms, type EchoForm } from './key-echo.ts'
import type { EndpointName } from '#testing/insurer/test-insurer.ts'

/** The body before any text mutation. */
export const bodies = ['genuine', 'refusal', 'failed', 'foreign'] as const

/** Mutations of the body's text. */
export const textDamages = [
  'cut',
  'bom',
  'prefix',
  'suffix',
  'twice',
  'comment',
  'single-quotes',
  'blank',
] as const

/** How the text is encoded. */
export const charsets = ['utf-8', 'utf-16', 'latin-1', 'bad-bytes', 'overlong'] as const

/** How the bytes are compressed, and whether the header says so. */
export const codings = [
  'none',
  'gzip',
  'br',
  'gzip-twice',
  'gzip-cut',
  'gzip-unsaid',
  'gzip-said',
  'br-said',
  'unknown-said',
  'many-said',
  'bomb-gzip',
  'bomb-br',
  'bomb-layers',
] as const

/** How the end of the body is marked. */
export const framings = [
  'length',
  'chunked',
  'close',
  'too-long',
  'too-short',
  'length-and-chunked',
  'two-lengths',
  'bad-length',
  'bad-chunk',
  'no-last-chunk',
] as const

/** Damage to the bytes of the whole answer. */
export const wireDamages = ['flip', 'cut', 'insert', 'remove', 'noise', 'not-http', 'twice'] as const

/** Where the key is echoed. */
export const echoPlaces = [
  'message',
  'response_message',
  'error',
  'error-name',
  'field',
  'every-field',
  'header',
  'location',
  'reason',
  'top-name',
] as const

/** One server answer as plain data: a failing one can be kept exactly as printed. */
export interface AnswerCase {
  readonly endpoint: EndpointName
  readonly body: (typeof bodies)[number]
  readonly foreign: number
  readonly changes: readonly Mutation[]
  readonly textDamage: { readonly do: (typeof textDamages)[number]; readonly at: number } | null
  readonly echo: {
    readonly form: EchoForm
    readonly place: (typeof echoPlaces)[number]
    readonly at: number
  } | null
  readonly status: number
  readonly interim: number | null
  readonly headers: readonly { readonly name: number; readonly value: number }[]
  readonly contentType: number
  readonly charset: (typeof charsets)[number]
  readonly coding: (typeof codings)[number]
  readonly framing: (typeof framings)[number]
  readonly wireDamage: {
    readonly do: (typeof wireDamages)[number]
    readonly at: number
    readonly pick: number
  } | null
  readonly pieces: number
  readonly then: 'end' | 'destroy' | 'stall'
}

const number = fc.nat({ max: 99_999 })

/** Mostly valid: an answer with everything wrong at once would test only the first check. */
const mostly = <T, U>(usual: T, weight: number, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

const status = fc.oneof(
  { weight: 12, arbitrary: fc.constant(200) },
  { weight: 2, arbitrary: fc.constantFrom(201, 202, 203, 204, 205, 206, 207, 226, 299) },
  { weight: 4, arbitrary: fc.constantFrom(400, 404, 405, 409, 413, 415, 422) },
  { weight: 2, arbitrary: fc.constantFrom(401, 403, 407, 408, 421, 425, 426, 428, 429, 431, 451) },
  { weight: 2, arbitrary: fc.constantFrom(300, 301, 302, 303, 304, 307, 308, 399) },
  { weight: 2, arbitrary: fc.constantFrom(500, 501, 502, 503, 504, 511, 520, 599) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 999 }) },
)

/** Answers of all endpoints. */
export function answerCase(endpoints: readonly EndpointName[]): fc.Arbitrary<AnswerCase> {
  return fc.record({
    endpoint: fc.constantFrom(...endpoints),
    body: fc.oneof(
      { weight: 7, arbitrary: fc.constant('genuine' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...bodies) },
    ),
    foreign: number,
    changes: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      {
        weight: 2,
        arbitrary: fc.array(fc.record({ change: fc.constantFrom(...mutations), at: number, pick: number }), {
          minLength: 1,
          maxLength: 4,
        }),
      },
    ),
    textDamage: mostly(null, 9, fc.record({ do: fc.constantFrom(...textDamages), at: number })),
    echo: mostly(
      null,
      2,
      fc.record({
        form: fc.constantFrom(...(Object.keys(echoForms) as EchoForm[])),
        place: fc.constantFrom(...echoPlaces),
        at: number,
      }),
    ),
    status,
    interim: mostly(null, 19, fc.constantFrom(100, 102, 103, 199)),
    headers: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.record({ name: number, value: number }), { maxLength: 4 }) },
    ),
    contentType: mostly(0, 4, number),
    charset: mostly('utf-8', 19, fc.constantFrom(...charsets)),
    coding: mostly('none', 8, fc.constantFrom(...codings)),
    framing: mostly('length', 5, fc.constantFrom(...framings)),
    wireDamage: mostly(
      null,
      12,
      fc.record({ do: fc.constantFrom(...wireDamages), at: number, pick: number }),
    ),
    pieces: mostly(1, 4, fc.integer({ min: 2, max: 12 })),
    then: fc.oneof(
      { weight: 60, arbitrary: fc.constant('end' as const) },
      { weight: 3, arbitrary: fc.constant('destroy' as const) },
      { weight: 1, arbitrary: fc.constant('stall' as const) },
    ),
  })
}
