/** The first line of a small text file: UTF-8, or UTF-16 as Windows PowerShell writes it. Null for anything else. */
export function firstLineOf(bytes: Uint8Array): string | null {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    const line = text.replace(/\r?\n[^]*$/, '')
    return line.includes('\0') ? null : line
  } catch {
    return null
  }
}
