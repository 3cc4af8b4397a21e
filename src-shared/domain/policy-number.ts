declare const isNormal: unique symbol

/** A policy number in its normal form: the only form in which two are compared. Made by `policyNumberOf`. */
export type PolicyNumber = string & { readonly [isNormal]: true }

// Nearly every number is already in this form, so long lists need no copies.
const plainForm = /^[A-Z0-9](?:[A-Z0-9/.-]*[A-Z0-9/-])?$/

// Invisible characters that come from PDFs and chats: joiners, direction marks, soft hyphens, controls.
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
// Also the slashes of fractions, division and set notation. Full-width ones are plain after NFKC.
const slashes = /[\\\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9]/gu
const dashes = /[\p{Dash_Punctuation}\u2212]/gu
// Between letters or figures, as people write a number whose slashes they leave out. A byte order mark is no gap.
const gaps = /(?<=[\p{L}\p{N}])[^\S\ufeff]+(?=[\p{L}\p{N}])/gu
const hidden = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+|\ufeff/gu
// As copied out of a message: `Policy no: KKP/…`.
const labelBefore = /^(?:["'“‘\s]*policy\s*(?:(?:number|num|no|nr)\b[\s.:#]*|[:#]\s*))+(?=\S)/i
const quotesBefore = /^["'`‘’‚‛“”„‟«»‹›]+/
// Only where such a run begins: tried from each of its characters, it would cost their square.
const quotesBehind = /(?<!["'`‘’‚‛“”„‟«»‹›.,;:])["'`‘’‚‛“”„‟«»‹›.,;:]+$/

/**
 * A policy number in its normal form: capitals, plain slashes and hyphens, half-width letters and figures, and nothing
 * that is invisible, nor quotes round it, `policy no:` before or a stop behind it. '' where nothing is left. In a number
 * without any slash, two gaps or more are its slashes (`kkp 2023 go 001032`); any other gap is nothing, also between
 * words without a figure.
 *
 * No segment is changed in meaning: a hyphen stays a hyphen, a doubled or missing slash stays as it is. The system's
 * language has no part in it (`toUpperCase`, whose "i" is "I" in Turkish too). See docs/decisions/0009-one-claim.md.
 */
export function policyNumberOf(text: string): PolicyNumber {
  if (plainForm.test(text)) return text as PolicyNumber
  const form = withSlashesForGaps(text.normalize('NFKC').replace(labelBefore, '').replace(slashes, '/'))
    .replace(unseen, '')
    .replace(dashes, '-')
    .toUpperCase()
    // Normalise again: parts may now compose, and a capital may be several letters.
    .normalize('NFKC')
    .replace(quotesBefore, '')
    .replace(quotesBehind, '')
  return form as PolicyNumber
}

/** Whether it is a mobile phone in Nigeria, as people write it: `0803 555 0148`, `+234 (0) 803-555-0148`. */
function isPhone(text: string): boolean {
  return /^(?:0|\+234(?:\(0\))?)[789][01]\d{8}$/.test(text.replace(/[\s-]/g, ''))
}

function withSlashesForGaps(text: string): string {
  if (text.includes('/') || !/\p{N}/u.test(text) || isPhone(text)) return text
  const seen = text.replace(hidden, '')
  return (seen.match(gaps)?.length ?? 0) < 2 ? text : seen.replace(gaps, '/')
}

// Segments with two slashes or more between them, of which letters come first.
const slashedRun = /(?<![^\s"'“‘(:,;])\p{L}+(?:\/[\p{L}\p{N}.-]+){2,}/gu

/**
 * What an officer typed or pasted in its normal form: of a sentence, the one number in it, unless a figure or a slash
 * beside it may belong to that. What others wrote is never read so: a word there may make it another policy's.
 */
export function typedPolicyNumber(text: string): PolicyNumber {
  const plain = text.normalize('NFKC').replace(slashes, '/')
  const [run = ''] = plain.match(slashedRun) ?? []
  const isAlone = /\p{N}/u.test(run) && !/[\p{N}/]/u.test(plain.replace(run, ' '))
  return policyNumberOf(isAlone ? run : text)
}

/** Whether two texts are the number of one policy, however they are written. Without a number there is no policy. */
export function isSamePolicy(one: string, other: string): boolean {
  const policy = policyNumberOf(one)
  return policy !== '' && policy === policyNumberOf(other)
}

/**
 * The forms in which a number may be that of a policy all the same, where a system keeps it without signs between its
 * segments, or segments as numbers, without zeros in front.
 */
export function looseFormsOf(policy: PolicyNumber): readonly string[] {
  const segments = policy.split(/[^\p{L}\p{N}]+/u)
  const bare = segments.map((segment) => segment.replace(/^0+(?=\p{N})/u, ''))
  return [segments.join(''), bare.join('/')]
}

/** Whether a text is the number of a policy, however it is written; `maybe` where only its loose form is. */
export function likenessOfPolicies(text: string, policy: PolicyNumber): 'same' | 'maybe' | 'other' {
  const there = policyNumberOf(text)
  if (there === policy) return 'same'
  const forms = looseFormsOf(policy)
  return looseFormsOf(there).some((form, index) => form === forms[index]) ? 'maybe' : 'other'
}

/** What is sent for a number: its normal form, or the typed text if an officer insisted on exactly that. */
export function sentPolicyNumber(typed: string, asTyped: string | undefined): string {
  const policy = isAsTyped(typed, asTyped) ? '' : typedPolicyNumber(typed)
  return policy === '' ? typed.trim() : policy
}

/** Whether an officer insisted on exactly this text; a later change is normalised again. */
export function isAsTyped(typed: string, asTyped: string | undefined): boolean {
  return asTyped !== undefined && typed.trim() === asTyped
}

/** Whether a text can be a policy number at all: one without a figure or a slash is a name or a word, another a phone. */
export function canBePolicyNumber(typed: string): boolean {
  return /[\p{N}/]/u.test(policyNumberOf(typed)) && !isPhone(typed)
}

/**
 * Whether a policy number looks as the insurer's do (spec: slash-separated segments). No more is known about them, so
 * this is a hint and never a refusal, and it does not depend on the product.
 */
export function looksLikePolicyNumber(typed: string): boolean {
  return /^[\p{L}\p{N}.-]+(?:\/[\p{L}\p{N}.-]+)+$/u.test(policyNumberOf(typed))
}
