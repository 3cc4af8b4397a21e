/** A cell: text, or a number that a spreadsheet can calculate with. */
export type CsvCell = string | number

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, without which Excel assumes the system's legacy encoding,
 * and lines ending in CR LF. Text that a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export function csvOf(lines: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

// Also after white space, which some programs skip, and in full-width forms, which some treat as the same signs.
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
