import fc from 'fast-check'
import { mutations, type Mutation } from './json-mutation.ts'
import { echoForms, type EchoForm } from './key-echo.ts'
import { echoPlaces, textDamages } from './text-forms.ts'
import { charsets, codings, framings, wireDamages } from './wire-forms.ts'
import type { EndpointName } from '#testing/insurer/test-insurer.ts'

/** The body before any text mutation. */
export const bodies = ['genuine', 'refusal', 'failed', 'foreign'] as const

/** One server answer as plain data: a failing one can be kept exactly as printed. */
export interface AnswerCase {
  readonly endpoint: EndpointName
  readonly body: (typeof bodies)[number]
  readonly foreign: number
  readonly changes: readonly Mutation[]
  readonly textDamage: { readonly do: keyof typeof textDamages; readonly at: number } | null
  readonly echo: {
    readonly form: EchoForm
    readonly place: keyof typeof echoPlaces
    readonly at: number
  } | null
  readonly status: number
  readonly interim: number | null
  readonly headers: readonly { readonly name: number; readonly value: number }[]
  readonly contentType: number
  readonly charset: keyof typeof charsets
  readonly coding: keyof typeof codings
  readonly framing: keyof typeof framings
  readonly wireDamage: {
    readonly do: keyof typeof wireDamages
    readonly at: number
    readonly pick: number
  } | null
  readonly pieces: number
  readonly then: 'end' | 'destroy' | 'stall'
}

const number = fc.nat({ max: 99_999 })

/** The name of one in a table. */
const oneOf = <K extends string>(table: Readonly<Record<K, unknown>>): fc.Arbitrary<K> =>
  fc.constantFrom(...(Object.keys(table) as K[]))

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
        arbitrary: fc.array(fc.record({ change: oneOf(mutations), at: number, pick: number }), {
          minLength: 1,
          maxLength: 4,
        }),
      },
    ),
    textDamage: mostly(null, 9, fc.record({ do: oneOf(textDamages), at: number })),
    echo: mostly(
      null,
      2,
      fc.record({
        form: oneOf(echoForms),
        place: oneOf(echoPlaces),
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
    charset: mostly('utf-8', 19, oneOf(charsets)),
    coding: mostly('none', 8, oneOf(codings)),
    framing: mostly('length', 5, oneOf(framings)),
    wireDamage: mostly(null, 12, fc.record({ do: oneOf(wireDamages), at: number, pick: number })),
    pieces: mostly(1, 4, fc.integer({ min: 2, max: 12 })),
    then: fc.oneof(
      { weight: 60, arbitrary: fc.constant('end' as const) },
      { weight: 3, arbitrary: fc.constant('destroy' as const) },
      { weight: 1, arbitrary: fc.constant('stall' as const) },
    ),
  })
}
