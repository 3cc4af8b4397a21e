import { typedDay } from '#shared/domain/calendar-date.ts'
import { parseDay } from '#shared/domain/written-day.ts'
import { claimFields, holds, type ClaimFieldName } from '#shared/domain/claim-fields.ts'
import { bareAmount, parseNaira } from '#shared/domain/draft.ts'

// Invisible characters from PDFs and chats: soft hyphens, zero-width spaces, byte order marks, controls.
// oxlint-disable-next-line no-control-regex
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g
// Direction and joining marks are removed as well, except in text whose script may need them.
const marks = /[\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

/** Pasted text as the field takes it: trimmed, without line breaks in one-line fields, without invisible characters. */
export function tidyPaste(name: ClaimFieldName, pasted: string): string {
  const text = pasted.replace(/\r\n?/g, '\n').replace(unseen, '').replace(spaces, ' ')
  const line = oneLine(text.replace(marks, ''))
  switch (claimFields[name].kind) {
    case 'text':
      return text
    case 'line':
      return oneLine(text)
    case 'day':
    case 'amount':
      return tidyTyped(name, line) ?? line
    // The number is normalised when the field loses focus.
    case 'policy':
    case 'code':
      return line
    case 'link':
      // The link may have been broken over two lines.
      return text
        .replace(marks, '')
        .replace(/\s+/g, (gap) => (gap.includes('\n') ? '' : gap))
        .trim()
  }
}

/** Pastes the text in the form the field needs. It counts as typing, so that Ctrl+Z undoes it. */
export function pasteTidy(name: ClaimFieldName, event: ClipboardEvent): void {
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const tidy = tidyPaste(name, pasted)
  if (tidy === pasted || tidy === '') return
  event.preventDefault()
  // Deprecated, but nothing else preserves the field's own undo history.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, tidy)
}

/**
 * A day or an amount in the local notation, once the officer has left the field: `02112026` and `2 Nov` become
 * `02/11/2026`, `185000` becomes `185,000`.
 *
 * @returns null if there is nothing to tidy, or the text cannot be parsed.
 */
export function tidyTyped(name: ClaimFieldName, typed: string): string | null {
  if (holds(name, 'day')) {
    const day = parseDay(oneLine(typed))
    return day === null ? null : typedDay(day)
  }
  return holds(name, 'amount') ? tidyAmount(typed) : null
}

// The digits stay unchanged.
function tidyAmount(typed: string): string | null {
  const figures = bareAmount(typed)
  const amount = parseNaira(figures)
  if (Number.isNaN(amount) || amount > Number.MAX_SAFE_INTEGER) return null
  const bare = (/[km]$/i.test(figures) ? String(amount) : figures).replace(/[,\s]/g, '')
  const [, sign = '', whole = '', kobo] = /^(-?)0*(?=\d)(\d+)(?:\.(\d+))?$/.exec(bare) ?? []
  if (whole === '') return null
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return sign + grouped + (kobo === undefined ? '' : `.${kobo.length === 1 ? `${kobo}0` : kobo}`)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
