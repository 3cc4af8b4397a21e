/** A cell: a text, or a number that a spreadsheet shall count with. */
export type CsvCell = string | number

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, without which Excel takes it for the system's old coding,
 * and lines ending in CR LF. A text that a spreadsheet program would take for a formula is made text by an apostrophe.
 */
export function csvOf(lines: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

// Also after white space, which some programs skip, and in the wide forms that some take for the same signs.
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
