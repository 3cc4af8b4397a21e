import { countText } from '#shared/language/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** A text cut to a limit: its beginning, and its total length. */
export function shownText(text: string, limit: number): string {
  if (text.length <= limit) return text
  return t('pharmacies.cut-off', { start: wholeLetters(text, limit), n: countText(text.length) })
}

/** The first code units up to the limit, without splitting a surrogate pair. */
export function wholeLetters(text: string, limit: number): string {
  const cut = text.slice(0, limit)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
