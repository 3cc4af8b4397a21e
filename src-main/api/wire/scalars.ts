import * as v from 'valibot'

/*
 * The spec is loose about types (a number in one answer is a string in another, "null where unset"), so values that are
 * only shown are read leniently; values we act on (ids, policy numbers) are not.
 */

/** Most pharmacies of one page; one is 15. Reading more would only block everything else. */
export const mostRows = 200_000

/** An id: a positive whole number, or its digits. */
export const wireId = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(1),
)

/** A count, such as a page number. */
export const wireCount = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
)

/** A policy number: text, never empty. */
export const wirePolicyNumber = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== ''),
)

const scalar = v.union([v.string(), v.number(), v.boolean()])

/** Text that is only shown: empty where it is null or missing. */
export const wireText = v.pipe(v.nullish(scalar, ''), v.transform(String))

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
