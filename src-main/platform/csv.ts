/** A cell: text, or a number that a spreadsheet can calculate with. */
export type CsvCell = string | number

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, without which Excel assumes the system's legacy encoding,
 * and lines ending in CR LF. Every text is quoted, and a sign in it that a spreadsheet would read as a formula is prefixed
 * with an apostrophe.
 */
export function csvOf(lines: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

// Programs split at separators of their own, and some do not heed quotes or skip white space: a formula may begin after
// any of these. Some treat full-width forms as the same signs.
const formulaSign = /(?<=(?:^|[,;:|\t\n\v\f\r\x85\u2028\u2029])["\s]*)[=+\-@＝＋－＠]/gu
const lineEnds = /[\t\n\v\f\r\x85\u2028\u2029]/gu

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(formulaSign, "'$&").replace(lineEnds, ' ')
  return `"${text.replaceAll('"', '""')}"`
}
