import * as v from 'valibot'

/*
 * The spec is loose about types (a number in one answer is a string in another, "null where unset"), so values that are
 * only shown are read leniently; values we act on (ids, policy numbers) are not.
 */

/** Most bytes of an answer after decompression: real ones have about ten kB. */
export const longestAnswerBytes = 512 * 1024
/** Most bytes of a row of a list, and of all that stands around its rows. The whole list has no limit. */
export const longestRowBytes = 256 * 1024

/** Longest texts, in UTF-16 units. What is longer is cut here, before anything compares it. */
const longest = { policyNumber: 200, details: 20_000, text: 2000, status: 100 } as const

// White space round it may be a column's filling. A copy: a mere slice would keep the whole of a long answer in memory.
const cut = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.trim().slice(0, length)).toString()

const wholeFrom = (least: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
    v.safeInteger(),
    v.minValue(least),
  )

/** An id: a positive whole number, or its digits. */
export const wireId = wholeFrom(1)

/** A count, such as a page number. */
export const wireCount = wholeFrom(0)

/** A policy number: text, never empty. */
export const wirePolicyNumber = v.pipe(
  v.string(),
  v.transform((text) => cut(text, longest.policyNumber)),
  v.check((text) => text.trim() !== ''),
)

const scalar = v.union([v.string(), v.number(), v.boolean()])

const textUpTo = (length: number) =>
  v.pipe(
    v.nullish(scalar, ''),
    v.transform((value) => cut(String(value), length)),
  )

/** Text that is only shown: empty where it is null or missing. */
export const wireText = textUpTo(longest.text)

/**
 * A status. One that is cut is longer than any that the office can name or call final, so it is taken for none of these;
 * it has no sign of the cut, as the key is looked for at the end of a text.
 */
export const wireStatus = textUpTo(longest.status)

/** The details of a claim: 5000 characters are sent, and a system may escape them. */
export const wireDetails = textUpTo(longest.details)

/** Text that is only shown: null where it is null, missing or empty. */
export const wireOptionalText = v.pipe(
  wireText,
  v.transform((text) => (text.trim() === '' ? null : text)),
)

/** An amount in naira: a number or its text, grouped or not; null where it is neither. */
export const wireAmount = v.pipe(
  wireText,
  v.transform((text) => {
    const bare = text.trim().replaceAll(',', '')
    return /^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(bare) ? Number(bare) : null
  }),
)

/** What is read of an object of the spec: our name of a field, the spec's, and how its value is read. */
type Fields = Readonly<Record<string, readonly [name: string, value: v.GenericSchema]>>
type Ours<T extends Fields> = { readonly [Name in keyof T]: v.InferOutput<T[Name][1]> }

const aRecord = v.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === 'object' && given !== null,
)

/** An object of the spec under our names, without every field that is not named. */
export function wireObject<const T extends Fields>(fields: T): v.GenericSchema<unknown, Ours<T>>
export function wireObject(fields: Fields): v.GenericSchema<unknown, Readonly<Record<string, unknown>>> {
  const named = Object.entries(fields)
  return v.pipe(
    aRecord,
    v.transform((wire) => {
      const found: Record<string, unknown> = {}
      for (const [ours, [name]] of named) found[ours] = wire[name]
      return found
    }),
    v.object(Object.fromEntries(named.map(([ours, [, value]]) => [ours, value]))),
  )
}
