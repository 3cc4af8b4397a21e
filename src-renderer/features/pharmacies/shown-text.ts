import { countText } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** A text of any length in a place of some size: its beginning, and how long it is in all. */
export function shownText(text: string, limit: number): string {
  if (text.length <= limit) return text
  return t('pharmacies.cut-off', { start: wholeLetters(text, limit), n: countText(text.length) })
}

/** At most so many code units of the beginning, without half of a letter at its end. */
export function wholeLetters(text: string, limit: number): string {
  const cut = text.slice(0, limit)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
