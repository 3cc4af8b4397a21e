import { parseDay, typedDay } from '#shared/domain/calendar-date.ts'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { parseNaira } from '#shared/domain/draft.ts'

// Invisible characters from PDFs and chats: soft hyphens, zero-width spaces, byte order marks, controls.
// eslint-disable-next-line no-control-regex
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g
// Direction and joining marks are removed as well, except in text whose script may need them.
const marks = /[\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

/** Pasted text as the field takes it: trimmed, without line breaks in one-line fields, without invisible characters. */
export function tidyPaste(name: ClaimFieldName, pasted: string): string {
  const text = pasted.replace(/\r\n?/g, '\n').replace(unseen, '').replace(spaces, ' ')
  if (name === 'incidentDetails') return text
  if (name === 'occurrenceAddress') return oneLine(text)
  const line = oneLine(text.replace(marks, ''))
  switch (name) {
    case 'occurrenceDate':
    case 'repairEstimate':
      return tidyTyped(name, line) ?? line
    // The number is normalised when the field loses focus.
    case 'policyNumber':
    case 'claimantIdentification':
      return line
    default:
      // The link may have been broken over two lines.
      return text
        .replace(marks, '')
        .replace(/\s*\n\s*/g, '')
        .trim()
  }
}

/**
 * A day or an amount in the local notation, once the officer has left the field: `02112026` and `2 Nov 2026` become
 * `02/11/2026`, `185000` becomes `185,000`.
 *
 * @returns null if there is nothing to tidy, or the text cannot be parsed.
 */
export function tidyTyped(name: ClaimFieldName, typed: string): string | null {
  if (name === 'occurrenceDate') {
    const day = readDay(typed)
    return day === null ? null : typedDay(day)
  }
  return name === 'repairEstimate' ? tidyAmount(typed) : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The day (`YYYY-MM-DD`) in typed or pasted text: also eight digits, a month in words, or followed by a time. */
export function readDay(typed: string): string | null {
  const text = oneLine(typed).replace(/(\d{4})(?:T|,? +)\d{1,2}[:.]\d{2}.*$/i, '$1')
  const plain = parseDay(text) ?? parseDay(/^(\d{4}-\d{2}-\d{2})[T ]\d{2}:/.exec(text)?.[1] ?? '')
  if (plain !== null) return plain
  const [, day, month, year] =
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? inWords(text) ?? ([] as readonly (string | undefined)[])
  return day === undefined ? null : parseDay(`${day}/${month ?? ''}/${year ?? ''}`)
}

// With or without a weekday in front: 2nd November 2026, 02-Nov-2026, November 2, 2026.
function inWords(text: string): readonly (string | undefined)[] | null {
  const bare = text.replace(/^[a-z]+day,?\s+|^(?:mon|tue|wed|thu|fri|sat|sun),?\s+/i, '')
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]+(?:of\s+)?([a-z]{3,9})[\s.,-]+(\d{4})$/i.exec(bare)
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(bare)
  const [day, name, year] =
    dayFirst === null ? [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]] : dayFirst.slice(1)
  const month = months.findIndex((known) => name?.toLowerCase().startsWith(known) === true)
  return day === undefined || month < 0 || !isMonthName(name ?? '')
    ? null
    : ['', day, String(month + 1), year]
}

const monthNames =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i
const isMonthName = (name: string): boolean => monthNames.test(name)

// ₦45,000, N45000, NGN 45 000.00, =N=45,000, 45,000/=, 45,000 naira only. The digits stay unchanged.
function tidyAmount(typed: string): string | null {
  const figures = oneLine(typed)
    .replace(/^(?:=\s*N\s*=|#)\s*/i, '')
    .replace(/\s*(?:\/[-=]|=)$/, '')
    .replace(/\s*naira(?:\s+only)?\.?$/i, '')
  if (Number.isNaN(parseNaira(figures))) return null
  const bare = figures.replace(/^(?:₦|NGN|N)\s*/i, '').replace(/[,\s]/g, '')
  const [, sign = '', whole = '', kobo] = /^(-?)0*(?=\d)(\d+)(?:\.(\d+))?$/.exec(bare) ?? []
  if (whole === '') return null
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return sign + grouped + (kobo === undefined ? '' : `.${kobo.length === 1 ? `${kobo}0` : kobo}`)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
