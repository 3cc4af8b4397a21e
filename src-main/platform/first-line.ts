/** The first line of a small file, in UTF-8 or, as Windows PowerShell writes it, in UTF-16. Null for anything else. */
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
